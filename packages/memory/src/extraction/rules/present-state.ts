import { deictic, isNoStatement } from './statement-filters.ts';
import { tidy, withoutOpening } from './tidy.ts';

const nowWord =
  /[\s,]*(?<!\p{L})(?:from now on|now|these days|nowadays|as of (?:now|today)|since \S+(?: \S+)?$|(?:ab jetzt|ab sofort|künftig|seit \S+(?: \S+)?$)|jetzt|nun|inzwischen|mittlerweile|neuerdings)(?!\p{L}),?(?:\s+(?=\S))?/iu;
const nowInThai = /^(?:ตอนนี้|เดี๋ยวนี้)\s*|\s*แล้ว$/u;

/** Only for a while, wished, on a condition, or to come. */
const passing =
  /(?<!\p{L})(?:for now|right now|just now|today|tonight|again|now that|until|if|when|once|unless|would|could|should|might|may|must|will|going to|want|trying|gerade|momentan|vorerst|im moment|heute|wieder|wenn|falls|sobald|bis|könnte|sollte|würde|soll|muss|wird)(?!\p{L})|ถ้า|เมื่อ|จะ|กำลัง|ใช้เวลา|ควร|ต้อง|ยัง/iu;

/** The thing itself: not "it", not who speaks. */
const thing =
  '(?!(?:i|we|you|it|that|this|there|they|he|she|everything|nothing|ich|wir|du|es|sie|er|alles|nichts|and|so|but|not)(?!\\p{L}))' +
  "(?:(?:the|our|my|der|die|das|unser\\p{L}*|mein\\p{L}*) [^.,;:?!]{1,60}?|[\\p{L}\\d_.'-]{2,40}(?: [\\p{L}\\d_.-]{2,30})?)";
const english =
  '(?:listens? on|runs? (?:on|at|under|with)|lives? (?:in|at|under)|uses?|needs?|requires?|points? to|belongs? to|(?:starts?|begins?|ends?|opens?|closes?|happens?|takes? place)(?: (?:on|at|in))?|(?:is|are)(?: (?:called|named|in|on|at|under|hosted (?:on|by|at)|located (?:in|at)))?)';
const german =
  '(?:(?:hört|lauscht) auf|(?:läuft|laufen) (?:auf|bei|mit|unter)|(?:liegt|liegen|steht|stehen) (?:in|auf|unter|bei)|(?:beginnt|beginnen|startet|starten|endet|enden|öffnet|schließt)(?: (?:am|um|im))?|(?:heißt|heißen|nutzt|nutzen|verwendet|verwenden|benutzt|braucht|brauchen|benötigt|gehört)|(?:ist|sind)(?: (?:auf|in|unter|bei))?)';
const before = '(?:the |a |an |port |version |den |dem |dem port |port )*';

/** Of the last run, not of the thing: "needs 4 minutes", "85 %". */
const measure =
  '(?!\\d+(?:[.,]\\d+)?\\s*(?:%|percent|prozent|(?:errors?|failures?|tests?|warnings?|issues?|seconds?|minutes?|hours?|s|ms|min|fehler|warnungen|sekunden|minuten|stunden)(?!\\p{L})|\\p{Ll}{2,}s(?!\\p{L})))';
/** A number, a day, a path, an address, what stands in quotes. */
const figure = `${measure}(?:v?\\d|[\`"“„]|https?:|[\\p{L}\\d_.~-]*/\\S|(?!(?:at|on|in|zu|bei|auf|step|schritt) )\\p{L}[\\p{L}-]*[ -]?\\d|\\p{L}[\\p{L}\\d-]*\\.\\p{L}{2,}|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)`;

/** "Mittwochs sind die Releases" */
const day =
  '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?)';
const withFigure = [
  `^(?:on |am )?${day} (?:is|are|ist|sind) (?:the|our|my|der|die|das|unser\\p{L}*|mein\\p{L}*) [^.,;:?!]{1,60}$`,
  `^${thing} (?:${english}|${german})\\s+${before}${figure}`,
  `^(?:läuft|laufen|hört|lauscht|liegt|liegen|heißt|nutzt|verwendet|braucht|ist) ${thing} (?:auf |bei |in |unter )?${before}${figure}`,
].map((source) => new RegExp(source, 'iu'));
/** What it is called is a value in any form; so is a name behind a verb that takes one. */
const environment = '(?!(?:staging|production|produktion|prod|dev|test)(?!\\p{L}))';
const withName = [
  /^[Mm]y [^.,;:?!]{1,60} is (?:an? )?\p{Lu}[\p{L}\d.+#-]+(?: \p{Lu}[\p{L}\d.+#-]+)?$/u,
  new RegExp(`^${thing} (?:is called|are called|is named|heißt|heißen) ${environment}\\S+$`, 'iu'),
  new RegExp(
    `^(?:\\p{Lu}{2,}|(?:[Tt]he|[Oo]ur|[Mm]y|[Dd]er|[Dd]ie|[Dd]as|[Uu]nser\\p{L}*) [^.,;:?!]{1,60}?) (?:runs on|uses|is hosted (?:on|by|at)|läuft (?:auf|bei)|nutzt|verwendet) ${environment.replace('staging', '[Ss]taging').replace('production|produktion', '[Pp]roduction|[Pp]roduktion')}\\p{Lu}[\\p{L}\\d.+#-]+(?: \\p{Lu}[\\p{L}\\d.+#-]+)?$`,
    'u',
  ),
];
const inThai =
  /^(?!ผม|ฉัน|ดิฉัน|หนู|เรา|คุณ|มัน)[\p{sc=Thai}\p{L}\p{M}\p{N}\s.-]{2,60}?(?:ใช้(?:พอร์ต|เวอร์ชัน)?|อยู่(?:ที่|บน)|รัน(?:ที่|บน)|ชื่อ|คือ|เปลี่ยนเป็น|(?:ย้าย|เลื่อน)(?:มา)?เป็น|ย้ายไป(?:ที่|อยู่(?:ที่|บน))?)\s*(?:พอร์ต\s*)?(?=[\p{sc=Latin}\d/`"]|วัน(?:จันทร์|อังคาร|พุธ|พฤหัส|ศุกร์|เสาร์|อาทิตย์))\S/u;

/** What is said of one's own thing holds without a "now". */
const ours = /^(?:our|unser\p{L}*)\s/iu;
/** "We don't use feature flags any more", "wir nutzen Jenkins nicht mehr": what has ended. */
const ended = [
  `(?:we|(?:the|our) [^.,;:?!]{1,40}?) (?:(?:do not|does not|don['’]?t|doesn['’]?t) (?:use|run|need|support|deploy|host)\\b(?! ${deictic}).{2,60}\\bany ?(?:more|longer)|no longer (?:uses?|runs?|needs?|supports?|deploys?|hosts?)\\b(?! ${deictic}).{2,60})`,
  `(?:wir|(?:der|die|das|unser\\p{L}*) [^.,;:?!]{1,40}?) (?:nutz|verwend|benutz|brauch|unterstütz)(?:en|t|et)(?! (?:das|es|sie|ihn|die|den) (?:nicht|jetzt|auch|hier)| ${deictic})\\b.{0,60}(?<!\\p{L})(?:nicht|kein\\p{L}*)(?!\\p{L}).{0,40}(?<!\\p{L})mehr`,
  `(?:พวก)?เรา(?:ไม่(?:ได้)?|เลิก)ใช้\\s*(?!${deictic}).{2,40}แล้ว`,
].map((source) => new RegExp(`^(?:${source})$`, 'iu'));

/**
 * "The staging database listens on 6544 now", "die API läuft jetzt auf Port 3100", "ตอนนี้ระบบใช้ Node 22": what a thing is by
 * now, with its value, and what is no longer. What somebody does now, what is up, green or running, wishes and conditions are none.
 */
export function isPresentState(sentence: string): boolean {
  const statement = tidy(sentence);
  if (isNoStatement(withoutOpening(sentence)) || passing.test(statement)) return false;
  if (ended.some((pattern) => pattern.test(statement))) return true;
  if (nowInThai.test(statement)) {
    return inThai.test(statement.replaceAll(new RegExp(nowInThai, 'gu'), ''));
  }
  if (!nowWord.test(statement) && !ours.test(statement)) return false;
  return namesThingAndValue(statement.replace(nowWord, ' ').trim());
}

/** "The staging database listens on 6544": which thing, and its value, in one sentence. */
export const namesThingAndValue = (statement: string): boolean =>
  [...withFigure, ...withName].some((pattern) => pattern.test(statement));
