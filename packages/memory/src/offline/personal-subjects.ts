import { subjectWords } from '../retrieval/said-block.ts';
import { saidIn } from '../text/statement-overlap.ts';

/**
 * What people ask about themselves in other words than they told it: "what's my job?" after "I work as a nurse". `isOne`: a person has one
 * of it at a time, so a later statement may contradict an earlier one.
 */
type Subject = { asks: RegExp; tells: RegExp; isOne: boolean; isNamed?: true };

/** A name is told by its capital. */
const named =
  /^(?:I(?:['’]m| am)|[Ii]ch bin) (?:der |die )?\p{Lu}\p{Ll}+(?:$|[,.]| and | und | from | aus )/u;

const any = (...parts: string[]): RegExp => new RegExp(parts.join('|'), 'iu');
/** Whole words, in scripts with spaces. */
const words = (list: string): string => String.raw`(?<!\p{L})(?:${list})(?!\p{L})`;

const people =
  'family|kids?|child(?:ren)?|sons?|daughters?|wife|husband|partner|spouse|girlfriend|boyfriend|married|single|divorced|widowed|mother|father|mum|mom|dad|parents|siblings?|brothers?|sisters?|twins|familie|kind(?:er)?|sohn|söhne|tochter|töchter|frau|mann|partner(?:in)?|freundin|freund|verheiratet|ledig|geschieden|mutter|vater|eltern|geschwister|bruder|schwester';
const food =
  'eat|eats|food|diet|vegetarian|vegan|pescatarian|halal|kosher|gluten|lactose|c(?:o)?eliac|allerg(?:y|ies|ic)|intoleran(?:t|ce)|esse|essen|ernähre?|ernährung|vegetarier(?:in)?|veganer(?:in)?|vegetarisch|koscher|zöliakie|allergisch|\\p{L}*allergien?|vertrage|\\p{L}*intoleran(?:t|z)';

const subjects: Subject[] = [
  {
    asks: any(
      words(
        `my (?:(?:first|last|full|middle|maiden|given|real|own|user) )?name|am i called|who am i|heiße ich|ich heiße|mein\\p{L}* (?:\\p{L}+)?name|wer bin ich`,
      ),
      'ชื่อ',
    ),
    tells: any(
      words(`my name|call me|calls? me|i go by|ich heiße|mein\\p{L}* name|nenne? mich|nennen mich`),
      'ชื่อ|เรียก(?:ฉัน|ผม|หนู)',
    ),
    isOne: true,
    isNamed: true,
  },
  {
    asks: any(
      words(
        'jobs?|work|teach|beschäftigt|angestellt|unterrichte|profession|occupation|for a living|employer|employed|career|beruf|arbeite|arbeitgeber|beruflich|job',
      ),
      'งาน|อาชีพ',
    ),
    tells: any(
      words(
        'work|works|worked|working|job|teacher|lehrer(?:in)?|\\p{L}+lehrer(?:in)?|bin (?:jetzt )?(?:ich )?bei|profession|employed|employer|self-employed|retired|teach|arbeite|beruf|arbeitgeber|unterrichte|selbstständig|selbständig|rentner(?:in)?',
      ),
      String.raw`(?<!\p{L})i(?:['’]?m| am) (?:also )?an? (?!\p{L}*(?:vegetarian|vegan|pescatarian|diabetic|coeliac|celiac|mother|father|mum|dad|parent|member|twin))`,
      String.raw`(?<!\p{L})ich bin (?!\p{L}*(?:vegetari|vegan|diabetik|mutter|vater))(?:\p{L}+(?:in|er|arzt|wirt))(?!\p{L})`,
      'ทำงาน|อาชีพ|เป็น(?:ครู|หมอ|แพทย์|พยาบาล|วิศวกร|นัก|พนักงาน|ช่าง|อาจารย์|ตำรวจ|ทหาร|เชฟ)',
    ),
    isOne: true,
  },
  {
    asks: any(
      words(
        'live|(?<!a )living|home|address|reside|town|city|country|wohne|lebe|zuhause|adresse|wohnort|stadt',
      ),
      'อยู่ที่|อาศัย|บ้าน',
    ),
    tells: any(
      words(
        'live|living|moved|reside|address|based in|home ?town|wohne|wohnen|lebe|leben|gezogen|umgezogen|adresse',
      ),
      'อยู่ที่|อยู่(?:กรุงเทพ|เชียงใหม่)|ย้าย(?:ไป|มา)อยู่|อาศัย',
    ),
    isOne: true,
  },
  {
    asks: any(
      words('from|grow up|born|origins?|nationality|komme ich|aufgewachsen|geboren|stamme|herkunft'),
      'มาจาก|เกิดที่|บ้านเกิด',
    ),
    tells: any(
      words('from|grew up|born|nationality|komme .*aus|stamme|geboren|aufgewachsen'),
      'มาจาก|เกิดที่|เป็นคน',
    ),
    isOne: false,
  },
  {
    asks: any(words('old|age|alt|alter'), 'อายุ'),
    tells: any(
      words('\\d+ years|years old|my age|turned \\d+|born|jahre alt|geboren|jahrgang'),
      String.raw`(?:['’]m|am|bin) \d{1,3}(?!\p{L})`,
      'อายุ|เกิดปี',
    ),
    isOne: true,
  },
  {
    asks: any(words('birthday|born|geburtstag|geboren'), 'วันเกิด|เกิด'),
    tells: any(words('birthday|born|geburtstag|geboren'), 'วันเกิด|เกิด'),
    isOne: false,
  },
  { asks: any(words(food), 'แพ้|กิน|อาหาร'), tells: any(words(food), 'แพ้|กิน|มังสวิรัติ'), isOne: false },
  {
    asks: any(
      words(
        'health|ill(?:ness)?|disease|medic\\p{L}+|pills?|tablets|gesundheit|krank\\p{L}*|medikamente?|tabletten|nehme',
      ),
      'โรค|ยา|สุขภาพ',
    ),
    tells: any(
      words(
        'take|medic\\p{L}+|diabet\\p{L}+|asthma|epilep\\p{L}+|migraine|pills|tablets|insulin|nehme|leide|diabetiker(?:in)?',
      ),
      'โรค|เบาหวาน|หอบหืด|กินยา|ทานยา',
    ),
    isOne: false,
  },
  {
    asks: any(words(people), 'ลูก|ภรรยา|สามี|แฟน|แม่|พ่อ|ครอบครัว'),
    tells: any(words(people), 'ลูก|ภรรยา|สามี|แฟน|แม่|พ่อ|ครอบครัว'),
    isOne: false,
  },
  {
    asks: any(words('pets?|animals?|haustiere?|tiere?'), 'สัตว์เลี้ยง'),
    tells: any(words('dogs?|cats?|pets?|horses?|rabbits?|hunde?|katzen?|kater|pferde?'), 'หมา|สุนัข|แมว|เลี้ยง'),
    isOne: false,
  },
];

const ofSpeaker = any(
  words("i|i['’]\\p{L}+|my|me|we|our|us|ich|mein\\p{L}*|mir|mich|wir|unser\\p{L}*"),
  'ผม|ฉัน|ดิฉัน|หนู|เรา',
);

const isAbout = (says: string, { tells, isNamed }: Subject): boolean =>
  tells.test(says) || (isNamed === true && named.test(says));

/** Without the ending of a plural or a genitive: "dogs", "dog's" and "Emils" are "dog" and "emil". */
const stemOf = (word: string): string => word.replace(/['’]?s$|(?<=\p{L}{4})(?:en|e|n)$/u, '');

/** How many of some words a text has, in any form. */
function countShared(text: string, asked: string[]): number {
  const stems = new Set(subjectWords(text).map(stemOf));
  const said = saidIn(text, asked);
  return asked.filter((word) => said.includes(word) || stems.has(stemOf(word))).length;
}

/**
 * Returns which of the user's statements answer what a question asks of them: those that share the most of its words, in any form, then those
 * about the same subject, whatever the words. Empty for a question that is about neither the user nor theirs.
 */
export function aboutSameSubject<Line extends { says: string }>(question: string, lines: Line[]): Line[] {
  const isOfSpeaker = ofSpeaker.test(question);
  const askedWords = subjectWords(question);
  const counted = lines.map((line) => ({ line, shared: countShared(line.says, askedWords) }));
  const most = Math.max(...counted.map(({ shared }) => shared), 0);
  const least = isOfSpeaker ? 1 : Math.max(1, askedWords.length / 2);
  const sharing = counted.flatMap(({ line, shared }) => (shared === most && most >= least ? [line] : []));
  const asked = isOfSpeaker ? subjects.filter(({ asks }) => asks.test(question)) : [];
  return [
    ...sharing,
    ...lines.filter(
      (line) => !sharing.includes(line) && asked.some((subject) => isAbout(line.says, subject)),
    ),
  ];
}

/** Whether two statements may contradict each other: they tell the same thing, of which a person has one. */
export const mayContradict = (one: string, other: string): boolean =>
  subjects.some((subject) => subject.isOne && isAbout(one, subject) && isAbout(other, subject));
