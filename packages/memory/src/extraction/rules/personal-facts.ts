import { deictic, isNoStatement } from './statement-filters.ts';
import { tidy, withoutOpening } from './tidy.ts';

const patterns = [
  `my (?:full |first |last )?name is (?!${deictic}|not\\b)`,
  '(?:please )?call me (?!back\\b|when\\b|if\\b|at\\b|on\\b|in\\b|later\\b|tomorrow\\b|a\\b|an\\b|the\\b)',
  `i (?:live|work) (?:in|at|for|as)\\s+(?!${deictic}|progress\\b|the (?:morning|evening|background)\\b|least\\b|first\\b)`,
  'my (?:time ?zone|job|pronouns|native language|mother tongue|birthday|operating system|editor|shell)\\b.{0,20} (?:is|are)\\b',
  `ich (?:heiße|wohne in|arbeite (?:bei|als|für))\\s+(?!${deictic})`,
  'mein(?:e)? (?:name|zeitzone|beruf|muttersprache|geburtstag|betriebssystem|editor|shell) ist\\b',
  '(?:ผม|ฉัน|ดิฉัน|หนู)(?:มี)?ชื่อ(?!ว่าอะไร)',
  'ชื่อ(?:ของ)?(?:ผม|ฉัน|ดิฉัน|หนู)(?:คือ)?',
  '(?:ผม|ฉัน|ดิฉัน)(?:ทำงาน(?:เป็น|ที่|ให้)|อาศัยอยู่ที่|อยู่ที่จังหวัด)',
].map((source) => new RegExp(`^(?:${source})`, 'iu'));

/** Who the user is: name, work, home and the like. */
export function isPersonalFact(sentence: string): boolean {
  const statement = tidy(sentence);
  return !isNoStatement(withoutOpening(sentence)) && patterns.some((pattern) => pattern.test(statement));
}
