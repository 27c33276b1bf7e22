import { tellLanguageNow, type ChatMessage } from '@devai/memory';

/** What the offline model says besides memories and results. */
export type OfflinePhrases = {
  /** What the user said was stored; the client shows what. */
  noted: string;
  nothing: string;
  /** After `nothing`, unless the message only asks: it is stored as a message and will be found; it is not a memory. */
  kept: string;
  /** How to find out why something was said. */
  explaining: string;
  /** Before what was said on a day, by the user or by the agent itself. */
  said: (day: string, byUser: boolean) => string;
  /** Quotes the user to themselves. */
  youSaid: (words: string) => string;
  /** Quotes what they said earlier in the conversation. */
  youSaidHere: (words: string) => string;
  /** Said once in a session. */
  notice: string;
};

const phrases = {
  en: {
    noted: 'I will remember that.',
    nothing: 'I remember nothing about it.',
    kept: 'I keep what you tell me: you can ask me about it later.',
    explaining:
      'I say what I remember: right after a reply, `/why` shows what was recalled for it, and why; `pnpm memory why <session>:<number>` shows it for any message.',
    said: (day, byUser) => `${byUser ? 'You' : 'I'} said on ${day}: `,
    youSaid: (words) => `You said: "${words}"`,
    youSaidHere: (words) => `You said in this conversation: "${words}"`,
    notice: '(I am offline: no language model is configured. I show what I remember, and `/why` shows why.)',
  },
  de: {
    noted: 'Das merke ich mir.',
    nothing: 'Dazu weiß ich nichts.',
    kept: 'Ich behalte, was du mir sagst: Du kannst mich später danach fragen.',
    explaining:
      'Ich sage, was ich weiß: Gleich nach einer Antwort zeigt `/why`, was dafür gefunden wurde und warum; `pnpm memory why <session>:<number>` zeigt es für jede Nachricht.',
    said: (day, byUser) => `Am ${day} ${byUser ? 'hast du' : 'habe ich'} gesagt: `,
    youSaid: (words) => `Du hast gesagt: „${words}“`,
    youSaidHere: (words) => `Du hast in diesem Gespräch gesagt: „${words}“`,
    notice:
      '(Ich bin offline: kein Sprachmodell ist eingerichtet. Ich zeige, was ich weiß, und `/why` zeigt, warum.)',
  },
  th: {
    noted: 'จะจำไว้',
    nothing: 'ฉันไม่มีข้อมูลเกี่ยวกับเรื่องนี้',
    kept: 'ฉันเก็บสิ่งที่คุณบอกไว้แล้ว ถามถึงภายหลังได้',
    explaining:
      'ฉันบอกสิ่งที่จำได้: หลังคำตอบ `/why` แสดงว่าพบอะไรสำหรับคำตอบนั้นและเพราะอะไร ส่วน `pnpm memory why <session>:<number>` แสดงสำหรับข้อความใดก็ได้',
    said: (day, byUser) => `เมื่อ ${day} ${byUser ? 'คุณ' : 'ฉัน'}บอกว่า: `,
    youSaid: (words) => `คุณบอกว่า "${words}"`,
    youSaidHere: (words) => `ในการสนทนานี้คุณบอกว่า "${words}"`,
    notice: '(ฉันออฟไลน์อยู่ ยังไม่ได้ตั้งค่าโมเดลภาษา ฉันแสดงสิ่งที่จำได้ และ `/why` แสดงเหตุผล)',
  },
} satisfies Record<string, OfflinePhrases>;

const codes = ['en', 'de', 'th'] as const;

/** The phrases in the language of the user's last message in a conversation; English for unknown ones. */
export async function phrasesFor(messages: ChatMessage[]): Promise<OfflinePhrases & { language: string }> {
  const said = messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  const language = (await tellLanguageNow(said, codes)) ?? 'en';
  return { ...phrases[language], language };
}
