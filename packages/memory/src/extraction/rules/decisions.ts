import { isEveryday } from './everyday.ts';
import { deictic, isNoStatement } from './statement-filters.ts';
import { tidy, withoutOpening } from './tidy.ts';

/** With an article it is mostly one of the things at hand; what is settled for good has a name. */
const what = `(?!${deictic}|next\\b(?!\\.)|now\\b|ahead\\b|on\\b|(?:the|a|an|my|one|two|den|die|das|ein|eine|einen|mein\\w*)\\b(?!.*(?:because|weil|since)\\b))`;

const english = [
  `(?:we|i)(?:['’]ve| have)? (?:just |now |finally |already |all )*(?:decided|agreed|settled|opted|chosen|chose|ruled out|rejected|abandoned|scrapped|standardi[sz]ed on|committed to)\\b (?!nothing\\b|never\\b|(?:to )?(?:wait|stop(?! \\p{L}+ing)|go ahead|continue|cancel|book|proceed)\\b)`,
  'we (?:(?:always|never) (?:squash|rebase|test|review|write|push|tag|name|host|store)|(?:always|never|only|exclusively) (?:use|deploy|release|ship|merge))\\b \\S',
  '(?:the |our )?(?:final )?decision(?: is|:| was)\\s',
  `let['’]?s (?:go with|use|switch to|stick (?:with|to)|stay with|adopt|drop|settle on)\\s+${what}\\S`,
  // what she herself switched to is a liking
  "(?:we|i(?! (?:switch|have switched|just switched|now switched))(?!['’]ve switched))(?:['’]ve| have)? (?:just |now |finally |already |all )*(?:switch|switched|migrate|migrated|move|moved|change|changed) from\\s+(?!(?:the|a|an|my|this|that)\\b).{2,60}\\sto\\s",
  `we(?:['’]ll| will|['’]re going to| are going to|['’]re| are) (?:use|using|go with|going with|switch to|switching to|stick with|sticking with|stick to|adopt|adopting|migrate to|migrating to|move to|moving to)\\s+${what}\\S`,
];
const german = [
  'wir (?:nutzen|verwenden|benutzen|deployen|releasen|mergen|testen|schreiben|veröffentlichen)(?!\\p{L}).*(?<!\\p{L})(?:immer|nie|niemals|nur|ausschließlich|grundsätzlich)(?!\\p{L})',
  'wir haben\\b.*\\b(?:entschieden|beschlossen|geeinigt|festgelegt|verworfen|ausgeschlossen|gestrichen)(?!\\p{L})',
  'ich hab(?:e)? mich\\b.*\\bentschieden(?!\\p{L})',
  '(?:die |unsere )?entscheidung(?: ist|:| war| lautet)\\s',
  `lass(?:t)? uns\\s+${what}.+\\b(?:nehmen|verwenden|nutzen|benutzen|einsetzen|bleiben|wechseln|umsteigen)(?!\\p{L})`,
  '(?:wir|ich(?!.*(?:umgestiegen|gewechselt)$)) (?:sind|bin|haben|habe|wechseln|wechsle|steigen|stellen|stelle|migrieren)\\b.*(?<!\\p{L})von\\s+(?!(?:dem|der|den|einem|einer|meinem|meiner)\\b).{2,60}\\s(?:auf|zu|nach)\\s',
  `wir (?:nehmen|bleiben bei|setzen auf|wechseln (?:zu|auf)|steigen auf|entscheiden uns für)\\s+${what}\\S`,
];
const thai = [
  '(?:พวก)?เรา(?:ได้)?(?:ตัดสินใจ|ตกลง(?:กัน)?|สรุป)(?:แล้ว|กัน)*\\s*(?:ว่า|ใช้|ที่จะ|เลือก|จะ)',
  '(?:สรุป|ตกลง|ตัดสินใจ)(?:แล้ว)?(?:ว่า)?\\s*(?:เรา)?(?:จะ)?(?:ใช้|เลือก|เปลี่ยนเป็น|ย้ายไป)',
  '(?:(?:สรุป|ตกลง|ตัดสินใจ)(?:แล้ว)?(?:ว่า)?\\s*)?(?:พวก)?(?:เรา|ทีม(?:เรา)?)?(?:จะ|ได้)?(?:เปลี่ยน|ย้าย)จาก.{2,60}(?:เป็น|ไป)',
  `(?:งั้น|ถ้างั้น)?\\s*เอา\\s*${what}\\S.{0,40}(?:แล้วกัน|ละกัน|ก็แล้วกัน)`,
  `(?:พวก)?เราจะ(?:ใช้|เลือก(?:ใช้)?|เปลี่ยน(?:ไป)?(?:เป็น|ใช้)|ย้ายไป)\\s*${what}\\S`,
];

/** "After yesterday's meeting: we stay with …", "After a long discussion we decided …" */
const lead =
  /^(?:[^:]{3,60}:\s+|(?:after|in the end|finally|eventually|nach|am ende|schließlich)(?!\p{L})[^,.:;]{0,50}?,?\s+(?=(?:we|i|let|wir|ich|haben wir)(?!\p{L})))/iu;

const patterns = [...english, ...german, ...thai].map((source) => new RegExp(`^(?:${source})`, 'iu'));
const reason =
  /(?:\bbecause\b|\bsince\b|\bso that\b|,?\s(?:weil|da|damit)\b|เพราะ(?:ว่า)?|เนื่องจาก)\s*(?<reason>.+)$/iu;

/** Something was settled, and the sentence says what. */
export function isDecision(sentence: string): boolean {
  const statement = tidy(sentence);
  if (isNoStatement(withoutOpening(sentence)) || isEveryday(statement)) return false;
  return [statement, statement.replace(lead, '')].some((text) =>
    patterns.some((pattern) => pattern.test(text)),
  );
}

/** Why, when the sentence says so. */
export function reasonOf(statement: string): string | null {
  return reason.exec(statement)?.groups?.['reason']?.trim() ?? null;
}
