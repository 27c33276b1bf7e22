type Language = 'en' | 'de' | 'th';

/** How often a statement is said: unchanged, and once in each frame. */
export const wordings = 3;

/** Mechanical rewordings: text that people put around a statement when they repeat it. */
const frames: Record<Language, [before: string, after: string][]> = {
  en: [
    ['As we said before, ', ' — that is how it is, and how it stays for now'],
    ['Note once more for the next time: ', ' (said again in a later session)'],
  ],
  de: [
    ['Wie schon besprochen: ', ' – so ist es, und daran gilt weiter alles'],
    ['Noch einmal festgehalten: ', ' (in einer späteren Sitzung wiederholt)'],
  ],
  th: [
    ['อย่างที่เคยบอกไว้ ', ' ตามที่ตกลงกันแล้ว'],
    ['ขอย้ำอีกครั้ง ', ' (พูดซ้ำในครั้งถัดมา)'],
  ],
};

/** Returns a statement in one of its wordings; number 0 is the statement itself. */
export function reword(content: string, language: Language, number: number): string {
  const [before, after] = frames[language][number - 1] ?? ['', ''];
  return before + content + after;
}

/** Returns the statement of a wording. */
export function unreword(text: string): string {
  const frame = Object.values(frames)
    .flat()
    .find(([before, after]) => text.startsWith(before) && text.endsWith(after));
  return frame ? text.slice(frame[0].length, text.length - frame[1].length) : text;
}
