import { deictic, isNoStatement } from './statement-filters.ts';
import { tidy, withoutOpening } from './tidy.ts';

/** What holds for a person and matters to whoever cooks, books or builds for her. */
const condition =
  '(?:an? )?(?:strict )?(?:vegetarian|vegan|pescatarian|diabetic|lactose[- ]intolerant|gluten[- ]intolerant|coeliac|celiac|left-handed|right-handed|colou?r[- ]?blind|dyslexic|allergic to \\S)';
const germanCondition =
  '(?:allergisch gegen \\S|vegetarier|veganer|vegetarisch|vegan|diabetiker|linkshänder|rechtshänder|farbenblind|laktoseintolerant)';
const relative =
  '(?:wife|husband|partner|girlfriend|boyfriend|daughter|son|child|kid|mother|father|mom|dad|brother|sister|friend|boss|manager|colleague|dog|cat)s?';
const germanRelative =
  '(?:frau|mann|partner|freund|tochter|sohn|kind|kinder|mutter|vater|bruder|schwester|chef|kollege|hund|katze)\\p{L}*';
const recently = '(?:jetzt |nun |inzwischen |mittlerweile |seit .{2,20}? )?';

const patterns = [
  `my (?:full |first |last )?name is (?!${deictic}|not\\b)`,
  '(?:please )?call me (?!back\\b|when\\b|if\\b|at\\b|on\\b|in\\b|later\\b|tomorrow\\b|a\\b|an\\b|the\\b)',
  `my (?:[\\p{L}-]+ ){1,3}(?:is|are)(?: now)? (?:called|named) (?!off\\b|${deictic})`,
  `my (?:[\\p{L}-]+ )?[\\p{L}-]+['’]s name is (?!${deictic}|not\\b)`,
  `(?:i['’]m|i am|my ${relative}(?: \\p{L}+)? (?:is|are)) (?:now |not |no longer )*${condition}`,
  'i work (?:nights|night shifts|remotely|from home|part[- ]time|full[- ]time)(?!.*\\b(?:today|tomorrow|this week)\\b)',
  `i (?:now |still |currently )?(?:live|work) (?:in|at|for|as)\\s+(?!${deictic}|progress\\b|the (?:morning|evening|background)\\b|least\\b|first\\b)`,
  'my (?:time ?zone|job|pronouns|native language|mother tongue|birthday|operating system|editor|shell)\\b.{0,20} (?:is|are)\\b',
  `ich (?:heiße|(?:wohne|lebe) ${recently}in|arbeite ${recently}(?:bei|als|für))\\s+(?!${deictic})`,
  `meine? (?:[\\p{L}-]+ ){1,3}(?:heißt|heißen) (?!${deictic})`,
  `(?:ich bin|meine? ${germanRelative}(?: \\p{L}+)? (?:ist|sind)) (?:jetzt |nicht |keine? )*${germanCondition}`,
  'mein(?:e)? (?:name|zeitzone|beruf|muttersprache|geburtstag|betriebssystem|editor|shell) ist\\b',
  '(?:ผม|ฉัน|ดิฉัน|หนู)(?:มี)?ชื่อ(?!ว่าอะไร)',
  'ชื่อ(?:ของ)?(?:ผม|ฉัน|ดิฉัน|หนู)(?:คือ)?',
  '(?:ผม|ฉัน|ดิฉัน|หนู)(?:แพ้|กินเจ|กินมังสวิรัติ|ถนัดซ้าย|ตาบอดสี|เป็น(?:เบาหวาน|มังสวิรัติ|วีแกน))',
  '(?:หมา|สุนัข|แมว|ลูกสาว|ลูกชาย|แฟน|ภรรยา|สามี|แม่|พ่อ|พี่|น้อง|หัวหน้า|เจ้านาย)\\p{sc=Thai}*?(?:ของ)?(?:ผม|ฉัน|ดิฉัน|หนู)ชื่อ(?!อะไร|ว่าอะไร)',
  '(?:ผม|ฉัน|ดิฉัน)(?:ทำงาน(?:เป็น|ที่|ให้)|อาศัยอยู่ที่|อยู่ที่จังหวัด)',
].map((source) => new RegExp(`^(?:${source})`, 'iu'));

/** Who the user is: name, work, home and the like. */
export function isPersonalFact(sentence: string): boolean {
  const statement = tidy(sentence);
  return !isNoStatement(withoutOpening(sentence)) && patterns.some((pattern) => pattern.test(statement));
}
