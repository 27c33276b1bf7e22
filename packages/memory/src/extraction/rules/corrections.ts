import { isOfOneself } from './oneself.ts';
import { isNoStatement } from './statement-filters.ts';
import { tidy, withoutOpening } from './tidy.ts';

/** "No, …", "That's wrong: …", "Actually …": what follows is the group `rest`. */
const openings = [
  /^(?:no(?=\s*[,.:;!–—-]|\s+(?:it|that|the|this|we|i|you|use|my|our|they)\b)|nope|wrong|incorrect|not quite|that['’]?s (?:wrong|incorrect|not (?:right|correct|true|it))|that is (?:wrong|incorrect|not (?:right|correct|true))|that(?:['’]s| is) (?:outdated|obsolete|old news|no longer (?:true|right|correct|the case)|not (?:true|right|correct) any ?more))(?![\p{L}'’])[\s,.:;!–—-]*(?<rest>.*)$/isu,
  /^(?:actually|in fact|correction)\s*[,:]?\s+(?<rest>.+)$/isu,
  /^i (?:meant|said)\s+(?<rest>.+,\s*not\s.+|.+\binstead of\b.+)$/isu,
  /^(?:nein|falsch|nö|nee|das (?:stimmt|ist) (?:so )?(?:nicht|falsch)(?: richtig| korrekt)?(?: mehr)?|das ist (?:veraltet|überholt))(?!\p{L})[\s,.:;!–—-]*(?<rest>.*)$/isu,
  /^(?:eigentlich|tatsächlich|korrektur)\s*[,:]?\s+(?<rest>.+)$/isu,
  /^ich meinte\s+(?<rest>.+,\s*nicht\s.+)$/isu,
  /^(?:ไม่ใช่|ไม่ถูก(?:ต้อง)?|ผิด(?:แล้ว)?|เปล่า)(?:ครับ|ค่ะ|คะ|นะ|สิ|แล้ว)*[\s,]+(?<rest>.*)$/su,
  /^(?:จริง\s?ๆ\s?แล้ว|ที่จริง(?:แล้ว)?|ความจริง(?:แล้ว)?|แก้ไข\s*[:：])\s*(?<rest>.+)$/su,
];

/** One thing in place of another, said in one sentence. */
const contrasts = [
  /^(?:it should (?:be|have been)|should be)\s.+(?:,\s*not\s|\binstead of\b)/isu,
  /^(?:it|that|the|our|my|we|use|put|call|write|run|name|set|deploy)\b.+,\s*(?:and )?(?:not|never)\s+\S/isu,
  /^(?:it|that|this)(?:['’]s| is) (?:now |actually |really )?(?:called|named)\s/isu,
  /^(?:do not|don['’]?t|stop) (?:use|using|put|putting|write|writing|add|adding|call|calling|run|running)\b.+\b(?:use|instead|but)\b/isu,
  /^use\s.+\b(?:instead of|rather than)\s+\S/isu,
  /^.+\bnicht\s.+,\s*sondern\s+\S/isu,
  /^(?:der|die|das|es|wir|unser\w*|mein\w*|nimm|benutze?|verwende?)\s.+,\s*(?:nicht|nie|niemals)\s+\S/isu,
  /^(?:nimm|benutze?|verwende?|nutze?)\s.+\b(?:statt|anstelle|anstatt)\s+\S/isu,
  /^.*(?:คือ|เป็น|ใช้|อยู่).+(?:ไม่ใช่|แทน)\s*\S/su,
];

/** A sentence with one of these says that something is so. */
const assertion =
  /\b(?:is|are|was|were|isn['’]t|aren['’]t|has|have|uses?|lives?|runs?|listens?|called|named|belongs?|needs?|must|should|works?|goes|means|moved|changed|renamed|handled|not|instead|ist|wurde|wurden|wird|werden|sind|war|heißt|läuft|liegt|hat|haben|nutzt|nutzen|verwendet|verwenden|gehört|braucht|muss|soll|sollte|lautet|nicht|sondern|statt|benutze?|nimm)\b|คือ|เป็น|อยู่|ใช้|ต้อง|ไม่ใช่|ชื่อ|แทน|เปิด|ปิด|เริ่ม|ย้าย|เปลี่ยน|หมด|เลิก/iu;
/** After "no": a wish, thanks, or what to do next. */
const noAssertion =
  /^(?:thanks|thank you|problem|worries|need|please|i(?:['’](?:d|m|ll|ve)| would| want| need)\b|i\s(?!said\b|meant\b|use\b|prefer\b)|before\b|now that\b|it (?:looks|seems|sounds)\b|looks like\b|that['’]?s (?:fine|ok|okay|all|it|good)|it['’]?s (?:fine|ok|okay|good)|go ahead|let['’]?s|can\b|could\b|don['’]?t(?! use)|you (?:can|don['’]?t|are|were)|you['’]re|du (?:bist|warst|kannst)|just\b|keep\b|leave\b|wait\b|stop\b|continue\b|sorry|not (?:yet|now|really|at all|necessary|needed)|nothing|but\b|never ?mind|what|how|danke|bitte|passt|alles gut|schon gut|ich (?!meinte|nutze|verwende|heiße)|lass|mach|warte|noch nicht|kein problem|brauchst|ขอบคุณ|ไม่เป็นไร|ไม่ต้อง|รอ|เดี๋ยว|อยาก|ขอ)/iu;
const onlyNo = /^(?:no|nope|wrong|nein|falsch|nö|nee|ไม่ใช่|ไม่ถูก|ผิด)(?:ครับ|ค่ะ|คะ|นะ|แล้ว)*[\s.,!]*$/iu;

/** "We moved it to 5440": what was said of it no longer holds. */
const changed =
  /^(?:we|i|they)(?:['’]ve| have| had)?(?: just| since| already| long)? (?:moved|changed|switched|renamed|migrated|raised|lowered) (?:it|that|this|them)(?!\p{L})|^(?:das|den|die|es|sie|wir|ich) (?:haben|habe|hat|ist|sind)(?!\p{L}).*(?:verschoben|geändert|umgestellt|umbenannt|gewechselt|umgezogen)(?!\p{L})|^(?:เรา)?(?:ได้)?(?:ย้าย|เปลี่ยน)/iu;

/** Whether a sentence puts right what was said before it, whatever it says itself. */
export function isCorrecting(sentence: string): boolean {
  const bare = withoutOpening(sentence);
  return (
    isBareNo(sentence) ||
    changed.test(bare) ||
    openings.some((pattern) => pattern.test(bare)) ||
    contrasts.some((pattern) => pattern.test(bare))
  );
}

/** "No." alone: the correction is the next sentence. */
export const isBareNo = (sentence: string): boolean => onlyNo.test(withoutOpening(sentence));

/** Says what something is not, or what it takes the place of: never just the answer to a question. */
export const isContrast = (statement: string): boolean =>
  /,\s*(?:and )?(?:not|never)\s|\binstead of\b|\brather than\b|\bnot\s.+\bbut\b|,\s*(?:nicht|nie|niemals)\s|\bsondern\b|\bstatt\b|ไม่ใช่|แทน/iu.test(
    statement,
  );

/**
 * What a sentence puts right, without the "no" before it; null when it puts nothing right. `afterNo`: the sentence
 * before it was a bare "no".
 */
export function correctionIn(sentence: string, afterNo: boolean): string | null {
  const bare = withoutOpening(sentence);
  if (afterNo) return statementOf(bare);
  for (const pattern of openings) {
    const rest = pattern.exec(bare)?.groups?.['rest'];
    // "actually no, …"
    if (rest !== undefined) return correctionIn(rest, false) ?? statementOf(rest);
  }
  return contrasts.some((pattern) => pattern.test(bare)) ? statementOf(bare) : null;
}

/** What it comes down to stands in the conversation alone. */
const endsDeictic = /(?<![\p{L}])(?:that|this|it|so|as is|as it is|instead|das|so|es|แบบนี้|อันนี้)[\s,]*$/iu;

function statementOf(rest: string): string | null {
  const statement = tidy(rest);
  if (endsDeictic.test(statement)) return null;
  const words = statement.split(/\s+/u).length;
  const isLong = words >= 3 || (/\p{sc=Thai}/u.test(statement) && statement.length >= 10);
  if (!isLong || isNoStatement(rest)) return null;
  if (isOfOneself(statement)) return statement;
  return !noAssertion.test(statement) && assertion.test(statement) ? statement : null;
}
