import { isNegated, saidIn, type Statement } from '../text/statement-overlap.ts';

/** How much of a statement a sentence says that speaks of the same. */
const whole = 2 / 3;
/** A negation that denies nothing: "don't forget to", "not only", "nothing but", "no more than". */
const denyingNothing =
  /(?<!\p{L})(?:(?:do not|don['’]?t|never|not to) (?:forget|mind)|not only|nothing but|(?:no|not) (?:more|less|fewer|later|earlier) than|vergiss (?:bitte )?nicht|nicht (?:zu )?vergessen|nicht nur|nichts als|nicht (?:mehr|weniger|später|früher) als)(?!\p{L})|อย่าลืม|ไม่เพียง|ไม่เกิน|ไม่น้อยกว่า/giu;
/** Denies without a negation. */
const denial =
  /(?<!\p{L})(?:dislike\p{L}*|hates?|refuse\p{L}*|forbid\p{L}*|prohibit\p{L}*|avoid\p{L}*|hass\p{L}*|vermeide\p{L}*|verboten|untersagt|ungern)(?!\p{L})|เกลียด|เลี่ยง|เลิก/iu;
/** Denies what was said before, not what follows. */
const no =
  /^\s*(?:no|nope|nein|nö|nee|ไม่ใช่(?:ครับ|ค่ะ|คะ|นะ|แล้ว)*|ไม่(?:ครับ|ค่ะ)|ไม่ถูก(?:ต้อง)?(?:ครับ|ค่ะ)?)[\s,.:;!–—-]+/iu;
/** Between what is said of one thing and what is said of another: "8081, not 8080", "not XML but JSON". */
const joint =
  /[,;:]\s+|\s+[–—-]\s+|\s(?:but|and|instead of|rather than|sondern|aber|und|statt)\s|(?=\s?(?:ไม่ใช่|แต่))/iu;

/**
 * Whether a text says the opposite of a statement ("must not skip the tests" of "must skip the tests"): each sentence that speaks of
 * the same, in each of its parts that do, is negated and the statement is not, or the other way round.
 */
export function saysContrary(text: string, content: string, { words }: Statement): boolean {
  if (words.length === 0) return false;
  const parts = text
    .split(/\n|(?<=[.!?])\s+/u)
    .filter((sentence) => saidIn(sentence, words).length >= whole * words.length)
    .flatMap((sentence) => sentence.replace(no, '').split(joint))
    .filter((part) => saidIn(part, words).length > 0);
  return parts.length > 0 && parts.every((part) => denies(part) !== denies(content));
}

function denies(text: string): boolean {
  const plain = text.replace(denyingNothing, ' ');
  return isNegated(plain) || denial.test(plain);
}
