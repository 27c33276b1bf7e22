import { withoutOpening } from './tidy.ts';

/**
 * How people ask for something to be remembered, at the beginning of a sentence; what follows is the group `content`.
 * `isOpen`: announced by a colon; `isRequest`: a question mark belongs to the asking.
 */
export type ExplicitTrigger = { pattern: RegExp; isOpen: boolean; isRequest: boolean };

const trigger = (source: string, kind: Partial<ExplicitTrigger> = {}): ExplicitTrigger => ({
  pattern: new RegExp(`^(?:${source})(?<content>.*)$`, 'isu'),
  isOpen: false,
  isRequest: false,
  ...kind,
});

const colon = String.raw`\s*[:：]\s*`;
const colonOrDash = String.raw`(?:\s*[:：]\s*|\s+[–—-]+\s+)`;

/** "As I said, please …"; a few words and a comma before the asking itself. */
const aside = String.raw`(?:(?!if |when |do |wenn |falls )[\p{L}\d' ]{2,40},\s*)?`;
const english = String.raw`${aside}(?:please,?\s+)?(?:just\s+|also\s+|always\s+)?`;
const englishRequest = String.raw`${english}(?:(?:can|could|would|will) you (?:please |also |just )?|i(?:'d| would)? (?:like|want|need) you to (?:please |always |also )?|you (?:should|must|need to|have to) (?:always )?)`;
const keep =
  '(?:remember|memori[sz]e|keep in mind|bear in mind|(?:make|take) a (?:mental )?note|never forget)';
const things =
  '(?: (?:these|the following|two|three|four|five|\\d+|a few|some|both|a couple of)){1,2} (?:things|facts|points|rules|details|notes)';
const englishObject = `(?:${things}| this| the following| these(?: things| facts| points)?| that| it| down)?(?: for (?:me|later|next time|the future)| in (?:the )?future)?(?: please)?`;
const notATime = '(?!(?:time|day|night|one|moment|guy|bug|conversation|discussion)\\b)';
/** "remember I use fish", not "remember we talked about it". */
const ownMatter =
  "(?=(?:i|i'm|i’m|i've|i’ve|we|we're|we’re|my|our|always|never|not to|to)\\b)(?!(?:i|we) (?:talked|discussed|spoke|said|told|had|were|was|did|saw|tried|mentioned|asked)\\b)";

const german = String.raw`${aside}(?:bitte,?\s+)?`;
const germanRequest = String.raw`${german}(?:kannst|könntest|würdest) du dir (?:bitte |auch )?`;
const germanObject =
  '(?:\\s+(?:bitte|mal|auch|doch|noch|unbedingt|folgendes|(?:diese|folgende|die folgenden|zwei|drei|ein paar|beide)(?: zwei| drei)? (?:dinge|sachen|punkte|regeln|fakten)|das|dies|eins|jetzt|für (?:später|die zukunft|das nächste mal)))*';
const that = String.raw`(?:${colonOrDash}|\s*,?\s*dass\s+)`;

const thaiPlease = '(?:(?:ช่วย|กรุณา|โปรด|รบกวน|ขอให้(?:คุณ)?|อยากให้(?:คุณ)?|คุณ(?:ช่วย)?)\\s*)?';
const thaiKeep = '(?:จดจำ|จำ|จด|บันทึก)(?:ไว้|เอาไว้)?';
const thaiPolite = '(?:ด้วย|หน่อย|นะ|ให้(?:ผม|ฉัน|ที)?|ครับ|ค่ะ|คะ|ที)*';

const thaiThings = '\\s*(?:(?:สอง|สาม|\\d+)\\s*)?(?:เรื่อง|ข้อ|อย่าง|สิ่ง)(?:ต่อไป)?(?:นี้)?';

export const explicitTriggers: ExplicitTrigger[] = [
  trigger(`${englishRequest}${keep}${englishObject}${colonOrDash}`, { isOpen: true, isRequest: true }),
  trigger(`${englishRequest}${keep} that\\s+`, { isRequest: true }),
  trigger(`${english}${keep}${englishObject}${colonOrDash}`, { isOpen: true }),
  trigger(`${english}(?:${keep}|don['’]?t forget) that\\s+${notATime}`),
  trigger(
    `${english}(?:you should know|just so you know|so that you know|let it be known),?(?: that)?\\s+(?!what\\b|how\\b|why\\b|who\\b|where\\b|better\\b|this\\b)`,
  ),
  trigger(`${english}(?=remember,? (?:not )?to\\s)`),
  trigger(`${english}remember,?\\s+${ownMatter}`),
  trigger(
    `${english}remember,?\\s+(?=(?:the|our|my) [^.?!]{2,80}? (?:is|are|uses|runs|has|must|should|needs|listens|lives|stands)\\b)${notATime.replace('(?!', '(?!the ')}`,
  ),
  // "remember the address of the office: …"
  trigger(`${english}remember,?\\s+(?=the [^.?!:]{2,40}:\\s+\\S)${notATime.replace('(?!', '(?!the ')}`),
  trigger(
    `${english}(?:add|save|store|put|write|commit) (?:this|that|the following) (?:in|into|to) (?:your |the |long-term )*memory${colonOrDash}`,
    { isOpen: true },
  ),
  trigger(
    `${english}(?:note to self|for future reference|for (?:later|next time)|for the record|take note)(?:${colonOrDash}|,\\s*)(?:that\\s+)?`,
    { isOpen: true },
  ),

  trigger(`${germanRequest}(?:das |folgendes )?merken${that}`, { isOpen: true, isRequest: true }),
  trigger(`${german}merk(?:e|en sie)? (?:dir|sich|euch)${germanObject}(?:${colonOrDash})`, { isOpen: true }),
  trigger(`${german}merk(?:e|en sie)? (?:dir|sich|euch)${germanObject}\\s*(?:,\\s*(?:dass\\s+)?|dass\\s+)`),
  trigger(`${german}(?:das |folgendes )?merken${colon}`, { isOpen: true }),
  trigger(
    `${german}merk(?:e|en sie)? (?:dir|sich)\\s+(?=(?:mein|unser|de[rnm]|die|das)\\p{L}* [^.?!:]{2,40}:\\s+\\S)`,
  ),
  trigger(`${german}(?:nur )?für (?:später|die zukunft|das nächste mal|die akten)${colonOrDash}`, {
    isOpen: true,
  }),
  trigger(`${german}(?:behalte?|denke?)(?: bitte)? (?:im kopf|im hinterkopf|in erinnerung|daran)${that}`),
  trigger(`${german}schreibe? (?:dir|es dir|das)(?: bitte| mal| doch)* auf${that}`),
  trigger(`${german}(?:vergiss (?:bitte )?nicht|notiere?(?: dir)?(?: bitte)?)${that}`),
  trigger(
    `${german}(?:speichere?(?: dir)?(?: bitte)?(?: das| folgendes)?(?: ab)?|zur erinnerung|zum merken)${colon}`,
    { isOpen: true },
  ),

  trigger(
    `${thaiPlease}(?:จดจำ|จำ|จด|บันทึก)(?:ไว้|เอาไว้)${thaiPolite}(?:ได้ไหม|ได้มั้ย)${thaiPolite}\\s*(?:ว่า|[:：])\\s*`,
    {
      isRequest: true,
    },
  ),
  // nothing behind it: what it announces stands below
  trigger(`${thaiPlease}${thaiKeep}${thaiPolite}(?:${thaiThings})?\\s*(?:ว่า)?\\s*[:：]?\\s*$`, {
    isOpen: true,
  }),
  trigger(`${thaiPlease}(?:${thaiKeep}${thaiPolite}|อย่าลืม(?:นะ)?)\\s*(?:ว่า\\s*[:：]?|[:：])\\s*`),
  trigger(`${thaiPlease}(?:จดจำ|จำ|จด|บันทึก)(?:ไว้|เอาไว้)${thaiPolite}\\s+(?!ได้)`),
];

const backReferences = [
  /^(?:please,?\s+)?(?:do\s+)?(?:(?:remember|memori[sz]e) (?:that|this|it|these|the following)|keep (?:that|this|it) in mind)(?: (?:for (?:me|later|next time|the future)|please|too|well))*\s*[.!]*$/iu,
  /^(?:bitte\s+)?(?:merk|merke) dir (?:das|dies)(?: (?:bitte|gut|auch|für (?:später|die zukunft|das nächste mal)))*\s*[.!]*$/iu,
  /^(?:ช่วย|กรุณา|โปรด)?\s*(?:จดจำ|จำ)(?:ไว้|เอาไว้)(?:ด้วย|หน่อย|นะ|ให้(?:ผม|ฉัน|ที)?|ครับ|ค่ะ|คะ|ที)*\s*[.!]*$/u,
];

/** "Remember that." alone: what came before it is meant. */
export const isBackReference = (sentence: string): boolean =>
  backReferences.some((pattern) => pattern.test(withoutOpening(sentence)));

/** Characters; what is longer is pasted, not said. */
const longestSentence = 1_000;

const references = [
  /^(?<content>.+?)\s*(?:[,;–—-]+\s*|\s(?=please))(?:(?:and|so|so please|please|but) )*(?:(?:remember|memori[sz]e) (?:that|this|it)|keep (?:that|this|it) in mind)(?: (?:for (?:me|later|next time|the future)|please))*\s*[.!]*$/iu,
  /^(?<content>.+?)\s*[,;–—-]+\s*(?:(?:und|also|bitte) )*merke? dir (?:das|dies)(?: (?:bitte|gut|für \S+))*\s*[.!]*$/iu,
  /^(?<content>.+?)\s+(?:ช่วย|กรุณา|โปรด)?(?:จดจำ|จำ)(?:ไว้|เอาไว้)(?:ด้วย|หน่อย|นะ|ให้(?:ผม|ฉัน|ที)?|ครับ|ค่ะ|คะ|ที)*\s*[.!]*$/u,
];

/** "The port is 5433, remember that": what stands before it. Null when the sentence does not end so. */
export function statementBeforeReference(sentence: string): string | null {
  if (sentence.length > longestSentence) return null;
  for (const pattern of references) {
    const content = pattern.exec(sentence)?.groups?.['content'];
    if (content !== undefined && content.split(/\s+/u).length + content.length / 20 >= 2) return content;
  }
  return null;
}
