import type { ForgetRequest } from '@devai/memory';

/** How many messages, in words. */
type Count = (count: number) => string;

/** What is said when something is to be forgotten. */
export type ForgetPhrases = {
  /** Before the list of what would go. */
  wouldGo: string;
  /** After a message's text: where it was said. */
  saidOn: (day: string) => string;
  more: Count;
  /** Further messages that would be emptied: where it was said, and where somebody asked about it. */
  others: Count;
  /** What stays. */
  stays: string;
  /** The same, where all about the user is to go. */
  staysOfUser: string;
  question: string;
  /** Nothing is known of it. */
  nothing: (about: string) => string;
  nothingOfUser: string;
  /** How things are forgotten. */
  how: string;
  nothingLast: string;
  kept: string;
  done: (memories: number, messages: number) => string;
  /** What is still stored, hidden from every model. */
  left: Count;
  takeBack: (minutes: number) => string;
  takenBack: Count;
  messagesGone: string;
  /** What a button says for the user. */
  yes: string;
  no: string;
};

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const listed = (parts: (string | false)[]): string =>
  parts.filter((part) => part !== false).join(', ') || '–';

const phrases = {
  en: {
    wouldGo: 'This would be erased for good:',
    saidOn: (day) => `(you said it on ${day})`,
    more: (count) => `… and ${count} more`,
    others: (count) =>
      `${plural(count, 'message', 'messages')} in which you said this or asked about it would be emptied, too.`,
    stays: 'Everything else stays. Copies that were made before, such as exports and backups, keep it.',
    staysOfUser:
      'What I know of projects stays, and so do the conversations that none of this came from: delete those one by one. Exports and backups keep all of it.',
    question: 'Shall I erase it? Say "yes" or "no".',
    nothing: (about) =>
      `I found nothing about "${about}" that I could forget. If you told me in other words or in another language, use those. "What do you know about me?" shows what I know.`,
    nothingOfUser: 'I know nothing about you that I could forget.',
    how: 'Yes. Say "forget that …" or "delete everything you know about …": I show what would go, and erase it after your "yes". "What do you know about me?" shows what I know.',
    nothingLast: 'You have said nothing here yet that I could forget.',
    kept: 'Nothing was erased.',
    done: (memories, messages) =>
      `Forgotten: ${listed([
        memories > 0 && `${plural(memories, 'memory', 'memories')} erased`,
        messages > 0 && `${plural(messages, 'message', 'messages')} emptied`,
      ])}.`,
    left: (count) =>
      `${plural(count, 'message still holds', 'messages still hold')} something of it; no model is shown that.`,
    takeBack: (minutes) => `For ${minutes} minutes, "take it back" makes me remember it again.`,
    takenBack: (count) => `Taken back: I remember ${plural(count, 'memory', 'memories')} again.`,
    messagesGone: 'The emptied messages stay empty.',
    yes: 'Yes',
    no: 'No',
  },
  de: {
    wouldGo: 'Das würde endgültig gelöscht:',
    saidOn: (day) => `(das hast du am ${day} gesagt)`,
    more: (count) => `… und ${count} weitere`,
    others: (count) =>
      `${plural(count, 'Nachricht, in der', 'Nachrichten, in denen')} du das gesagt oder danach gefragt hast, ${count === 1 ? 'würde' : 'würden'} auch geleert.`,
    stays: 'Alles andere bleibt. Kopien von früher, etwa Exporte und Backups, behalten es.',
    staysOfUser:
      'Was ich über Projekte weiß, bleibt, und ebenso Gespräche, aus denen nichts davon stammt: Lösche sie einzeln. Exporte und Backups behalten alles.',
    question: 'Soll ich es löschen? Sag „ja“ oder „nein“.',
    nothing: (about) =>
      `Zu „${about}“ finde ich nichts, was ich vergessen könnte. Hast du es mir mit anderen Worten oder in einer anderen Sprache gesagt, dann nimm diese. „Was weißt du über mich?“ zeigt, was ich weiß.`,
    nothingOfUser: 'Ich weiß nichts über dich, das ich vergessen könnte.',
    how: 'Ja. Sag „vergiss, dass …“ oder „lösche alles über …“: Ich zeige, was gelöscht würde, und lösche es nach deinem „ja“. „Was weißt du über mich?“ zeigt, was ich weiß.',
    nothingLast: 'Du hast hier noch nichts gesagt, das ich vergessen könnte.',
    kept: 'Nichts wurde gelöscht.',
    done: (memories, messages) =>
      `Vergessen: ${listed([
        memories > 0 && `${plural(memories, 'Erinnerung', 'Erinnerungen')} gelöscht`,
        messages > 0 && `${plural(messages, 'Nachricht', 'Nachrichten')} geleert`,
      ])}.`,
    left: (count) =>
      `${plural(count, 'Nachricht enthält', 'Nachrichten enthalten')} noch etwas davon; kein Modell bekommt es zu sehen.`,
    takeBack: (minutes) => `${minutes} Minuten lang holt „nimm es zurück“ die Erinnerungen wieder.`,
    takenBack: (count) =>
      `Zurückgenommen: ${plural(count, 'Erinnerung ist', 'Erinnerungen sind')} wieder da.`,
    messagesGone: 'Die geleerten Nachrichten bleiben leer.',
    yes: 'Ja',
    no: 'Nein',
  },
  th: {
    wouldGo: 'สิ่งนี้จะถูกลบถาวร:',
    saidOn: (day) => `(คุณพูดเมื่อ ${day})`,
    more: (count) => `… และอีก ${count} รายการ`,
    others: (count) => `ข้อความ ${count} ข้อความที่คุณพูดหรือถามเรื่องนี้จะถูกล้างด้วย`,
    stays: 'อย่างอื่นยังอยู่ สำเนาที่ทำไว้ก่อนหน้านี้ เช่น ไฟล์ส่งออกและข้อมูลสำรอง ยังมีอยู่',
    staysOfUser: 'สิ่งที่รู้เกี่ยวกับโปรเจกต์และการสนทนาอื่นยังอยู่ ลบได้ทีละรายการ ไฟล์ส่งออกและข้อมูลสำรองยังมีทั้งหมด',
    question: 'ให้ลบไหม ตอบ "ใช่" หรือ "ไม่"',
    nothing: (about) =>
      `ไม่พบอะไรเกี่ยวกับ "${about}" ให้ลืม ถ้าเคยบอกด้วยคำอื่นหรือภาษาอื่น ให้ใช้คำนั้น ถามว่า "คุณรู้อะไรเกี่ยวกับฉันบ้าง" เพื่อดูสิ่งที่ฉันรู้`,
    nothingOfUser: 'ฉันไม่รู้อะไรเกี่ยวกับคุณที่จะลืมได้',
    how: 'ได้ พูดว่า "ลืมว่า …" หรือ "ลบทุกอย่างที่คุณรู้เกี่ยวกับ …" ฉันจะแสดงสิ่งที่จะถูกลบ และลบเมื่อคุณตอบว่า "ใช่" ถามว่า "คุณรู้อะไรเกี่ยวกับฉันบ้าง" เพื่อดูสิ่งที่ฉันรู้',
    nothingLast: 'คุณยังไม่ได้พูดอะไรที่นี่ให้ฉันลืม',
    kept: 'ไม่ได้ลบอะไร',
    done: (memories, messages) =>
      `ลืมแล้ว: ${listed([
        memories > 0 && `ลบความจำ ${memories} รายการ`,
        messages > 0 && `ล้างข้อความ ${messages} ข้อความ`,
      ])}`,
    left: (count) => `ข้อความ ${count} ข้อความยังมีบางส่วนอยู่ แต่ไม่มีโมเดลใดเห็น`,
    takeBack: (minutes) => `ภายใน ${minutes} นาที พูดว่า "เอากลับมา" เพื่อให้ฉันจำได้อีกครั้ง`,
    takenBack: (count) => `เอากลับมาแล้ว: ฉันจำได้อีก ${count} รายการ`,
    messagesGone: 'ข้อความที่ล้างแล้วยังคงว่าง',
    yes: 'ใช่',
    no: 'ไม่',
  },
} satisfies Record<ForgetRequest['language'], ForgetPhrases>;

/** The phrases of a language, with its code. */
export const forgetPhrases = (
  language: ForgetRequest['language'],
): ForgetPhrases & { language: ForgetRequest['language'] } => ({ ...phrases[language], language });
