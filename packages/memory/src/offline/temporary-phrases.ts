import type { Wording } from './shown-lines.ts';
import { sectionOf } from './prompt-sections.ts';

type Temporary = {
  notKept: (words: string) => string;
  kept: string;
  who: string;
  bye: string;
  notice: string;
};

const temporary: Record<'en' | 'de' | 'th', Temporary> = {
  en: {
    notKept: (words) =>
      `I do not remember this, because this chat is temporary: "${words}". In an ordinary chat I will.`,
    kept: 'I will not remember this: this chat is temporary, and nothing of it is kept.',
    who: 'I am DevAI, without a language model: I show what I remember when you ask. This chat is temporary: nothing of it is kept.',
    bye: 'Goodbye! Nothing of this chat is kept.',
    notice:
      '(I am offline: no language model is configured. I show what I remember, and keep nothing of this chat.)',
  },
  de: {
    notKept: (words) =>
      `Das merke ich mir nicht, weil dieser Chat vorübergehend ist: „${words}“. In einem gewöhnlichen Chat merke ich es mir.`,
    kept: 'Das merke ich mir nicht: Dieser Chat ist vorübergehend, und nichts davon bleibt.',
    who: 'Ich bin DevAI, ohne Sprachmodell: Ich zeige, was ich weiß, wenn du fragst. Dieser Chat ist vorübergehend: Nichts davon bleibt.',
    bye: 'Bis bald! Von diesem Chat bleibt nichts.',
    notice:
      '(Ich bin offline: Es ist kein Sprachmodell eingerichtet. Ich zeige, was ich weiß, und behalte nichts von diesem Chat.)',
  },
  th: {
    notKept: (words) => `ฉันจะไม่จำเรื่องนี้ เพราะแชตนี้เป็นแบบชั่วคราว: "${words}" ในแชตปกติฉันจะจำให้`,
    kept: 'ฉันจะไม่จำเรื่องนี้: แชตนี้เป็นแบบชั่วคราว และไม่เก็บอะไรไว้',
    who: 'ฉันคือ DevAI ที่ไม่มีโมเดลภาษา: ฉันแสดงสิ่งที่จำได้เมื่อคุณถาม แชตนี้เป็นแบบชั่วคราว และไม่เก็บอะไรไว้',
    bye: 'ลาก่อน! แชตนี้ไม่เก็บอะไรไว้',
    notice: '(ฉันออฟไลน์: ยังไม่ได้ตั้งค่าโมเดลภาษา ฉันแสดงสิ่งที่จำได้ และไม่เก็บอะไรจากแชตนี้)',
  },
};

/** The phrases for a prompt: in a temporary chat none says that something is kept. */
export function asTemporary<Given extends Wording>(phrases: Given, prompt: string): Given {
  if (sectionOf(prompt, 'Temporary chat').length === 0) return phrases;
  const { language } = phrases;
  const { notKept, kept, who, bye, notice } =
    temporary[language === 'de' || language === 'th' ? language : 'en'];
  const smallTalk = { ...phrases.smallTalk, greeting: who, asked: who, who, bye };
  return {
    ...phrases,
    refused: notKept,
    kept,
    keptWithoutSecret: kept,
    nothingYet: phrases.nothing,
    smallTalk,
    notice,
  };
}
