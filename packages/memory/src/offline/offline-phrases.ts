import type { ChatMessage, ModelRequest } from '../ports.ts';
import { tellLanguageNow } from '../text/tell-language.ts';
import type { SmallTalk } from './small-talk.ts';

/** Where the reply is read: each has other ways to find out why, and to forget. `any`: a program, or unknown. */
type Place = NonNullable<ModelRequest['client']> | 'any';
type ByPlace = Record<Place, string>;

/** What the offline model says besides memories and results. */
export type OfflinePhrases = {
  /** What the user said and is a memory now. */
  noted: (words: string[]) => string;
  /** How to change what was noted. */
  change: string;
  /** What the user asked to remember, and no memory holds. */
  refused: (words: string, isSecret: boolean) => string;
  nothing: string;
  /** Of an order to write, explain or do something. */
  needsModel: string;
  nothingYet: string;
  /** Of a message that says what a memory says. */
  known: string;
  /** Of a message that tells something that is no memory: it is stored as a message and will be found. */
  kept: string;
  /** The same of a message with a secret in it. */
  keptWithoutSecret: string;
  /** How to find out why something was said. */
  explaining: string;
  /** Before what was said on a day, by the user or by the agent itself. */
  said: (day: string, byUser: boolean) => string;
  /** Quotes the user to themselves. */
  youSaid: (words: string) => string;
  /** Quotes what they said earlier in the conversation. */
  youSaidHere: (words: string) => string;
  /** The titles of an overview. */
  groups: Record<'you' | 'ways' | 'project' | 'here', string>;
  smallTalk: Record<SmallTalk, string>;
  /** Said once in a session. */
  notice: string;
};

type Phrases = Omit<OfflinePhrases, 'change' | 'explaining' | 'notice'> &
  Record<'change' | 'explaining' | 'notice', ByPlace>;

const listed = (title: string, [first = '', ...others]: string[]): string =>
  others.length === 0
    ? `${title} ${first}`
    : [title, ...[first, ...others].map((one) => `- ${one}`)].join('\n');

const phrases: Record<'en' | 'de' | 'th', Phrases> = {
  en: {
    noted: (words) =>
      listed(
        'I will remember:',
        words.map((one) => `"${one}"`),
      ),
    change: {
      terminal: 'If it changes, tell me. `/memory` lists what I remember, and `/forget <id>` erases it.',
      page: 'If it changes, tell me. The line "Remembered" above opens it: there you can edit or forget it.',
      any: 'If it changes, tell me.',
    },
    refused: (words, isSecret) =>
      isSecret
        ? `I did not keep this, because secrets are not stored: "${words}"`
        : `I did not make this a memory, because it is too long: "${words}"`,
    nothing: 'I remember nothing about it.',
    needsModel:
      'I cannot do that without a language model: I only note what you tell me, and show it when you ask. The README says how to add a model.',
    nothingYet:
      'I know nothing about you yet. Tell me your name, what you do, or how I should answer, and I note it.',
    known: 'I remember that already.',
    kept: 'This is no memory, but our conversation is kept: you can ask me about it later. "remember this: …" makes it a memory.',
    keptWithoutSecret:
      'What is secret in it was removed: secrets are not kept. The rest stays in our conversation.',
    explaining: {
      terminal:
        'I say what I remember: right after a reply, `/why` shows what was recalled for it, and why; `pnpm memory why <session>:<number>` shows it for any message.',
      page: 'I say what I remember: what was recalled for a reply stands below it. Choose one to see why, and where it comes from.',
      any: 'I say what I remember about your message.',
    },
    said: (day, byUser) => `${byUser ? 'You' : 'I'} said on ${day}: `,
    youSaid: (words) => `You said: "${words}"`,
    youSaidHere: (words) => `You said in this conversation: "${words}"`,
    groups: {
      you: 'About you:',
      ways: 'What you like, and how to work:',
      project: 'About the project:',
      here: 'In this conversation:',
    },
    smallTalk: {
      greeting: 'Hello! Tell me something about yourself or your work, and ask me for it later.',
      asked:
        'I am fine, thank you. Without a language model I cannot chat: I note what you tell me, and show it when you ask.',
      who: 'I am DevAI, without a language model: I note what you tell me, and show it when you ask. Try "my name is …", "remember this: …" or "what do you know about me?".',
      thanks: 'You are welcome.',
      bye: 'Goodbye! What you told me is kept.',
      praise: 'Thank you.',
      laugh: '🙂',
      okay: 'All right.',
    },
    notice: {
      terminal:
        '(I am offline: no language model is configured. I note what you tell me and show what I remember; `/why` shows why, and `/help` lists the commands.)',
      page: '(I am offline: no language model is configured. I note what you tell me and show what I remember; choose what stands below a reply to see why. To connect a model, choose “offline model” at the top.)',
      any: '(I am offline: no language model is configured. I note what you tell me and show what I remember.)',
    },
  },
  de: {
    noted: (words) =>
      listed(
        'Das merke ich mir:',
        words.map((one) => `„${one}“`),
      ),
    change: {
      terminal:
        'Wenn es sich ändert, sag es mir. `/memory` zeigt, was ich weiß, und `/forget <id>` löscht es.',
      page: 'Wenn es sich ändert, sag es mir. Die Zeile „Remembered“ oben öffnet es: Dort kannst du es ändern oder löschen.',
      any: 'Wenn es sich ändert, sag es mir.',
    },
    refused: (words, isSecret) =>
      isSecret
        ? `Das habe ich nicht behalten, weil Geheimnisse nicht gespeichert werden: „${words}“`
        : `Das ist keine Erinnerung geworden, weil es zu lang ist: „${words}“`,
    nothing: 'Dazu weiß ich nichts.',
    needsModel:
      'Das kann ich ohne Sprachmodell nicht: Ich merke mir nur, was du sagst, und zeige es, wenn du fragst. Wie du ein Modell einrichtest, steht in der README.',
    nothingYet:
      'Ich weiß noch nichts über dich. Sag mir deinen Namen, was du machst oder wie ich antworten soll, und ich merke es mir.',
    known: 'Das weiß ich schon.',
    kept: 'Das ist keine Erinnerung, aber unser Gespräch bleibt: Du kannst mich später danach fragen. Mit „merk dir: …“ wird es eine Erinnerung.',
    keptWithoutSecret:
      'Was daran geheim ist, wurde entfernt: Geheimnisse werden nicht behalten. Der Rest bleibt in unserem Gespräch.',
    explaining: {
      terminal:
        'Ich sage, was ich weiß: Gleich nach einer Antwort zeigt `/why`, was dafür gefunden wurde und warum; `pnpm memory why <session>:<number>` zeigt es für jede Nachricht.',
      page: 'Ich sage, was ich weiß: Unter einer Antwort steht, was dafür gefunden wurde. Wähle es, um zu sehen, warum und woher.',
      any: 'Ich sage, was ich zu deiner Nachricht weiß.',
    },
    said: (day, byUser) => `Am ${day} ${byUser ? 'hast du' : 'habe ich'} gesagt: `,
    youSaid: (words) => `Du hast gesagt: „${words}“`,
    youSaidHere: (words) => `Du hast in diesem Gespräch gesagt: „${words}“`,
    groups: {
      you: 'Über dich:',
      ways: 'Was du magst, und wie du arbeiten willst:',
      project: 'Über das Projekt:',
      here: 'In diesem Gespräch:',
    },
    smallTalk: {
      greeting: 'Hallo! Erzähl mir etwas von dir oder deiner Arbeit, und frag mich später danach.',
      asked:
        'Mir geht es gut, danke. Ohne Sprachmodell kann ich nicht plaudern: Ich merke mir, was du sagst, und zeige es, wenn du fragst.',
      who: 'Ich bin DevAI, ohne Sprachmodell: Ich merke mir, was du sagst, und zeige es, wenn du fragst. Versuch „ich heiße …“, „merk dir: …“ oder „was weißt du über mich?“.',
      thanks: 'Gern geschehen.',
      bye: 'Bis bald! Was du mir gesagt hast, bleibt.',
      praise: 'Danke.',
      laugh: '🙂',
      okay: 'Gut.',
    },
    notice: {
      terminal:
        '(Ich bin offline: kein Sprachmodell ist eingerichtet. Ich merke mir, was du sagst, und zeige, was ich weiß; `/why` zeigt, warum, und `/help` nennt die Befehle.)',
      page: '(Ich bin offline: kein Sprachmodell ist eingerichtet. Ich merke mir, was du sagst, und zeige, was ich weiß; wähle, was unter einer Antwort steht, um zu sehen, warum. Ein Modell verbindest du oben bei „offline model“.)',
      any: '(Ich bin offline: kein Sprachmodell ist eingerichtet. Ich merke mir, was du sagst, und zeige, was ich weiß.)',
    },
  },
  th: {
    noted: (words) =>
      listed(
        'จะจำไว้:',
        words.map((one) => `"${one}"`),
      ),
    change: {
      terminal: 'ถ้าเปลี่ยนแปลงก็บอกได้ `/memory` แสดงสิ่งที่จำได้ และ `/forget <id>` ลบ',
      page: 'ถ้าเปลี่ยนแปลงก็บอกได้ บรรทัด "Remembered" ด้านบนเปิดความจำนี้ให้แก้ไขหรือลบได้',
      any: 'ถ้าเปลี่ยนแปลงก็บอกได้',
    },
    refused: (words, isSecret) =>
      isSecret ? `ไม่ได้เก็บข้อความนี้ เพราะไม่เก็บความลับ: "${words}"` : `ไม่ได้เก็บเป็นความจำ เพราะยาวเกินไป: "${words}"`,
    nothing: 'ฉันไม่มีข้อมูลเกี่ยวกับเรื่องนี้',
    needsModel: 'ทำสิ่งนี้ไม่ได้ถ้าไม่มีโมเดลภาษา ตอนนี้ฉันจำสิ่งที่คุณบอกและแสดงเมื่อคุณถามเท่านั้น วิธีเพิ่มโมเดลอยู่ใน README',
    nothingYet: 'ฉันยังไม่รู้อะไรเกี่ยวกับคุณ บอกชื่อ งานที่ทำ หรือวิธีที่อยากให้ตอบ แล้วฉันจะจำไว้',
    known: 'ฉันจำเรื่องนี้ได้อยู่แล้ว',
    kept: 'ข้อความนี้ไม่ใช่ความจำ แต่การสนทนานี้เก็บไว้แล้ว ถามถึงภายหลังได้ พิมพ์ "จำไว้ว่า …" เพื่อให้เป็นความจำ',
    keptWithoutSecret: 'ส่วนที่เป็นความลับถูกลบออก ความลับไม่ถูกเก็บ ส่วนที่เหลืออยู่ในการสนทนานี้',
    explaining: {
      terminal:
        'ฉันบอกสิ่งที่จำได้: หลังคำตอบ `/why` แสดงว่าพบอะไรสำหรับคำตอบนั้นและเพราะอะไร ส่วน `pnpm memory why <session>:<number>` แสดงสำหรับข้อความใดก็ได้',
      page: 'ฉันบอกสิ่งที่จำได้: ใต้คำตอบคือสิ่งที่พบ เลือกเพื่อดูว่าเพราะอะไรและมาจากไหน',
      any: 'ฉันบอกสิ่งที่จำได้เกี่ยวกับข้อความของคุณ',
    },
    said: (day, byUser) => `เมื่อ ${day} ${byUser ? 'คุณ' : 'ฉัน'}บอกว่า: `,
    youSaid: (words) => `คุณบอกว่า "${words}"`,
    youSaidHere: (words) => `ในการสนทนานี้คุณบอกว่า "${words}"`,
    groups: {
      you: 'เกี่ยวกับคุณ:',
      ways: 'สิ่งที่คุณชอบ และวิธีทำงาน:',
      project: 'เกี่ยวกับโปรเจกต์:',
      here: 'ในการสนทนานี้:',
    },
    smallTalk: {
      greeting: 'สวัสดี เล่าเรื่องของคุณหรืองานของคุณได้ แล้วถามถึงภายหลังได้',
      asked: 'สบายดี ขอบคุณ ตอนไม่มีโมเดลภาษาฉันคุยเล่นไม่ได้ แต่จะจำสิ่งที่คุณบอก และแสดงเมื่อคุณถาม',
      who: 'ฉันคือ DevAI ตอนนี้ไม่มีโมเดลภาษา ฉันจำสิ่งที่คุณบอกและแสดงเมื่อคุณถาม ลองพิมพ์ "ฉันชื่อ …", "จำไว้ว่า …" หรือ "คุณรู้อะไรเกี่ยวกับฉัน"',
      thanks: 'ยินดี',
      bye: 'แล้วพบกันใหม่ สิ่งที่คุณบอกไว้ยังอยู่',
      praise: 'ขอบคุณ',
      laugh: '🙂',
      okay: 'โอเค',
    },
    notice: {
      terminal:
        '(ฉันออฟไลน์อยู่ ยังไม่ได้ตั้งค่าโมเดลภาษา ฉันจำสิ่งที่คุณบอกและแสดงสิ่งที่จำได้ `/why` แสดงเหตุผล และ `/help` แสดงคำสั่ง)',
      page: '(ฉันออฟไลน์อยู่ ยังไม่ได้ตั้งค่าโมเดลภาษา ฉันจำสิ่งที่คุณบอกและแสดงสิ่งที่จำได้ เลือกสิ่งที่อยู่ใต้คำตอบเพื่อดูเหตุผล เลือก “offline model” ด้านบนเพื่อเชื่อมต่อโมเดล)',
      any: '(ฉันออฟไลน์อยู่ ยังไม่ได้ตั้งค่าโมเดลภาษา ฉันจำสิ่งที่คุณบอกและแสดงสิ่งที่จำได้)',
    },
  },
};

const codes = ['en', 'de', 'th'] as const;
type Code = (typeof codes)[number];

/** The phrases of a language for a place. */
function phrasesIn(language: Code, place: Place): OfflinePhrases & { language: Code } {
  const { change, explaining, notice, ...others } = phrases[language];
  return {
    ...others,
    language,
    change: change[place],
    explaining: explaining[place],
    notice: notice[place],
  };
}

/** Words that the other language does not have. */
const ownWords: [Code, RegExp][] = [
  ['en', /(?<!\p{L})(?:i|i['’]m|my|the|you|your|and|is|are|what|where|who|how|do|does)(?!\p{L})/iu],
  [
    'de',
    /(?<!\p{L})(?:ich|mein\p{L}*|du|dein\p{L}*|und|ist|sind|der|die|das|wer|wie|wo|nicht|ein\p{L}*)(?!\p{L})/iu,
  ],
  ['th', /\p{sc=Thai}/u],
];

/** The only language that has a word of a text: "I live in Berlin" is too short to be told by anything else. */
function languageByWords(text: string): Code | null {
  const [language, other] = ownWords.flatMap(([code, form]) => (form.test(text) ? [code] : []));
  return other === undefined ? (language ?? null) : null;
}

/**
 * The phrases in the language of the user's last message in a conversation; English for unknown ones. `known`: the only languages that the
 * last message can have; none: any.
 */
export async function phrasesFor(
  messages: ChatMessage[],
  client: ModelRequest['client'],
  known: readonly Code[] = [],
): Promise<OfflinePhrases & { language: Code }> {
  const said = messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  const told = languageByWords(said.at(-1) ?? '') ?? (await tellLanguageNow(said, codes)) ?? 'en';
  const [first = told] = known;
  return phrasesIn(known.length === 0 || known.includes(told) ? told : first, client ?? 'any');
}
