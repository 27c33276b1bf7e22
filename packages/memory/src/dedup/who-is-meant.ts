import { tokensOf } from './statement-tokens.ts';

/** The speaker herself: "I use …", "my editor is …", "Prefers …" */
const ofSpeaker =
  /^(?:.{0,40}[\s,])?(?:i|i['’]\p{L}+|my|ich|mein\p{L}*|mir|the user|der nutzer|die nutzerin)(?!\p{L})|ผม|ฉัน|ดิฉัน|หนู|ผู้ใช้/iu;
/** "Anna uses …", "Ben mag …": a name without an article, and a verb of which one is the subject. */
const ofSomebody = /^(?<name>\p{Lu}\p{Ll}+) (?!is |was |ist |war )(?:[a-z]+s|mag|hat|[a-zäöü]+t)(?!\p{L})/u;
/** "คุณมาลี …" */
const ofSomebodyThai =
  /^(?:คุณ|นาย|นาง(?:สาว)?|พี่|น้อง)(?<name>[\p{sc=Thai}&&[\p{L}\p{M}]]{2,20}?)(?=ใช้|ชอบ|ไม่|มี|คือ|เป็น|อยู่|ทำ|เขียน|พูด|\s)/v;

/** Neither who speaks nor those she works with. */
const outsider =
  /(?<!\p{L})(?:(?:my|our|mein\p{L}*|unser\p{L}*) (?:wife|husband|partner|brother|sister|mother|father|mom|dad|son|daughter|kids?|child|children|boss|colleague|friend|girlfriend|boyfriend|frau|mann|bruder|schwester|mutter|vater|sohn|tochter|kind|kinder|chef|chefin|kollege|kollegin|freund|freundin)|customers?|clients?|vendors?|suppliers?|competitors?|kund(?:e|en|in)|lieferant(?:en)?)(?!\p{L})|แฟน|ภรรยา|สามี|พี่ชาย|น้องชาย|พี่สาว|น้องสาว|หัวหน้า|เพื่อน|ลูกค้า|คู่แข่ง/iu;

/**
 * Whether one statement is about somebody whom the other does not name: "I use Vim", "Ben uses Emacs"; "we use Vim" says nothing
 * of Ben either. Symmetric.
 */
export const areOfDifferentPeople = (one: string, other: string): boolean =>
  isOfSomebodyElse(one, other) || isOfSomebodyElse(other, one) || isOnlyOneOfSpeaker(one, other);

/** Whether a statement is about somebody whom the other does not name. */
export function isOfSomebodyElse(statement: string, other: string): boolean {
  const name = somebodyIn(statement);
  if (name !== null) return !other.toLowerCase().includes(name);
  return outsider.test(statement) && !outsider.test(other);
}

/** Whether one is about who speaks, and the other about something else. Symmetric. */
export const isOnlyOneOfSpeaker = (one: string, other: string): boolean =>
  (ofSpeaker.test(one) && !ofSpeaker.test(other) && hasOwnSubject(other, one)) ||
  (ofSpeaker.test(other) && !ofSpeaker.test(one) && hasOwnSubject(one, other));

function somebodyIn(statement: string): string | null {
  const name = (ofSomebody.exec(statement) ?? ofSomebodyThai.exec(statement))?.groups?.['name'];
  // "Prefers tabs", "Always runs …"
  return name !== undefined && tokensOf(name)[0]?.kind === 'word' ? name.toLowerCase() : null;
}

/** Names something before its verb that the other does not speak of. */
function hasOwnSubject(one: string, other: string): boolean {
  const tokens = tokensOf(one);
  const verb = tokens.findIndex(({ kind }) => kind === 'predicate' || kind === 'copula');
  const subject = tokens.slice(0, Math.max(0, verb)).filter(({ kind }) => kind === 'word');
  const said = tokensOf(other);
  return subject.length > 0 && !subject.some(({ text }) => said.some((token) => token.text === text));
}
