import { readStatement } from '@devai/memory';

/** Whether a message asks to forget something. */
export const asksToForget = (message: string): boolean => forgetting.test(message.trim());

const forgetting = /^(?:(?:please|bitte)\s+)?(?:forget|vergiss)\b|^(?:ช่วย|กรุณา)?ลืม/iu;

/**
 * Whether a message asks why the agent said something, or how it knows: `only` when it names nothing else, as in "why did you say
 * that?", so that there is nothing to look up; `about` as in "why do you think that Rex is a cat?"; null when it does not ask so.
 */
export function asksWhy(message: string): 'only' | 'about' | null {
  for (const form of reasons) {
    const rest = form.exec(message.trim().replace(/[\s.?!？…]+$/u, ''))?.groups?.['about'];
    if (rest !== undefined) return readStatement(rest).words.length === 0 ? 'only' : 'about';
  }
  return null;
}

const opening = String.raw`^(?:(?:and|but|so|ok(?:ay)?|wait|und|aber|moment)[,\s]+)*`;
const just = '(?:just |even |now |really )*';
const toldBefore = '(?:gesagt|behauptet|erwähnt|geantwortet|gedacht|geglaubt|gemeint|gezeigt|geschrieben)';
/** `about`: what is named besides; by default what follows. */
const reasons = [
  `why (?:did|do|would|have|are|were) you ${just}(?:say|said|saying|tell|told|telling|claim\\w*|mention\\w*|answer\\w*|repl(?:y|ied|ying)|think|believe|assume\\w*|show\\w*|bring|remember)(?: me| us)?`,
  'how (?:do|did|would|can|could) you (?:know|come up with|arrive at|remember)',
  'how come you (?:say|said|know|think|remember)',
  'what (?:makes|made) you (?:say|think|believe|claim|answer)',
  'where (?:do|did|have) you (?:get|got|know|hear|heard|learn\\w*)',
  '(?:warum|wieso|weshalb) (?:sagst|behauptest|erwähnst|antwortest|denkst|glaubst|meinst|zeigst) du(?: mir| uns)?',
  'woher (?:weißt|weisst|wusstest|hast|kennst|nimmst) du',
  'wie (?:kommst|kamst|bist) du (?:darauf|auf)',
  `(?:warum|wieso|weshalb) hast du(?<about>.*) ${toldBefore}`,
  '(?:แล้ว)?ทำไม(?:คุณ|เธอ)?(?:ถึง|จึง)?(?:พูด|บอก|ตอบ|คิด|เชื่อ)',
  '(?:แล้ว)?(?:คุณ|เธอ)?(?:รู้|ทราบ)(?<about>.*)ได้(?:ยังไง|อย่างไร)',
].map((form) => {
  const after = form.includes('(?<about>') ? '(?:.*)' : '(?<about>.*)';
  return new RegExp(`${opening}${form}(?![\\p{Script=Latin}'’])${after}$`, 'isu');
});
