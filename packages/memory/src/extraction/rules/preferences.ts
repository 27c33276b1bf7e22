import { deictic, isNoStatement } from './statement-filters.ts';
import { tidy, withoutOpening } from './tidy.ts';

/** "For tests," or "In Python" before the statement itself. */
const englishFrame = String.raw`(?:(?:as for|when|in|for|with|at)\b[^.;:]{1,40}?[, ]\s*)?`;
const englishObject = `(?!${deictic}|to (?:know|see|go|book|cancel|change|proceed|ask|add|return|request|check|confirm|buy|order|pay|continue|upgrade|fly)\\b|how\\b|what\\b|not to say\\b)`;
const inFuture = '(?:from now on|going forward|in (?:the )?future|as a rule|henceforth)';

const english = [
  `${englishFrame}i (?:really |strongly |generally |usually |always |personally |much |still )*prefer\\s+${englishObject}`,
  `${englishFrame}i (?:really |absolutely |generally |strongly )*(?:like|love|hate|dislike|can['’]?t stand|don['’]?t like|do not like)\\s+${englishObject}`,
  `${englishFrame}i no longer (?:like|love|prefer|want|use|drink|eat|write|read)\\s+${englishObject}`,
  `${englishFrame}i (?:do not|don['’]?t) (?:use|drink|eat|prefer|write|read)\\b.{2,80}\\bany ?(?:more|longer)$`,
  `i(?: have|['’]ve)? (?:just |now |recently )?stopped (?:using|liking|drinking|eating|writing)\\s+${englishObject}`,
  `i(?: have|['’]ve)? (?:just |now |recently )?switched (?:from|to)\\s+(?!(?:the|a|an|my|this|that)\\b|${deictic})\\S`,
  `${englishFrame}i (?:never|always|don['’]?t ever) want\\s+${englishObject}`,
  `${englishFrame}i (?:always|never|usually|mostly|only|normally|exclusively) (?:use|write|run|work|deploy|build|test|code|commit|drink|eat|fly|read|keep|put|name|format|start)\\b`,
  `(?:my|our) (?:favou?rite|preferred|usual)\\b.* (?:is|are) (?!${deictic})`,
  `(?:always|never)\\s+(?!mind\\b|been\\b|good\\b|nice\\b|great\\b|happy\\b|heard\\b|seen\\b|had\\b|was\\b|is\\b|a\\b|again\\b|${deictic})[\\p{L}-]+ [^ ]`,
  `(?:do not|don['’]?t) ever\\s+\\p{L}+ \\p{L}`,
  `(?:do not|don['’]?t|never) (?:use|commit|push|add|write|create|run|delete|touch|edit)\\b.*\\b(?:ever|again|any ?more|unless|without (?:asking|my|telling))\\b`,
  `${inFuture},? (?!(?:we|i|it|you) (?:might|may|could|will probably)\\b)\\S+ \\S+`,
  `(?:use|write|answer|reply|respond|speak|format|keep|put|name|run|commit)\\b.*\\b(?:always|${inFuture}|every time)$`,
  `(?!.*\\b(?:might|may|could|perhaps|maybe|probably)\\b).{3,120}[ ,]${inFuture}$`,
  `(?:keep|make|write|give|format)\\s+(?:me\\s+)?(?:your|all|all your)\\s+(?:\\p{L}+\\s+)?(?:answers|replies|responses|explanations|summaries|comments|messages)\\b`,
  `(?:whenever|every time|each time) (?:you|i|we)\\b.{3,80}?, `,
];

const german = [
  'ich (?:bevorzuge|ziehe .+ vor$)',
  `ich (?:mag|liebe|hasse)\\s+(?!${deictic}|dich\\b|de(?:n|inen) (?:vorschlag|idee)|die idee)`,
  'ich (?:nutze|verwende|benutze|schreibe|arbeite|nehme|trinke|esse|teste|programmiere)\\b.*\\b(?:immer|nie|niemals|grundsätzlich|meistens|normalerweise|am liebsten|lieber|nur|ausschließlich)\\b',
  'ich (?:trinke|esse|nutze|verwende|benutze|schreibe)\\b.*\\b(?:nicht|kein\\w*)\\b.*\\bmehr$',
  'ich (?:bin|wechsle|steige)\\b.*\\bvon\\s+(?!(?:dem|der|den|einem|einer|meinem|meiner)\\b).{2,60}\\s(?:auf|zu)\\s+(?!(?:die|das|den)\\b)\\S+ (?:umgestiegen|gewechselt|um)$',
  '(?:am liebsten|grundsätzlich) (?:mag|nutze|verwende|benutze|schreibe|arbeite|nehme|trinke|esse) ich\\b',
  'mir ist\\b.+\\b(?:lieber|wichtig)\\b',
  `(?:mein(?:e|en)? (?:lieblings[\\p{L}-]+|bevorzugte\\w*)|unser\\w* bevorzugte\\w*)\\b.* (?:ist|sind|heißt) (?!${deictic})`,
  '(?:benutze?|verwende?|nutze?|nimm|schreibe?|antworte?|mache?|teste?|committe?|sprich|formatiere?|lege?)\\s.*\\b(?:immer|nie|niemals|stets|grundsätzlich|nie wieder)(?!\\p{L})',
  '(?!.*\\b(?:vielleicht|eventuell|könnte\\w*|wird|werden)\\b).{3,120}[ ,](?:in zukunft|künftig|ab jetzt|ab sofort|von nun an|von jetzt an)(?!\\p{L})',
  '(?:halte?|mach|schreib|fass) (?:dich|deine)\\b.*(?:kurz|kürzer|knapp|knapper|ausführlich\\w*|förmlich\\w*|locker\\w*)$',
  '(?:du kannst|du darfst|sie können|sie dürfen|ihr könnt) (?:mich|uns)\\b.*(?:duzen|siezen|nennen|ansprechen)$',
  '(?:immer|nie|niemals|stets)\\s+(?!dies\\p{L}*\\b|mehr\\b|noch\\b|gut\\b|gern)\\S+ \\S',
  '(?:ab jetzt|ab sofort|künftig|in zukunft|von jetzt an|von nun an)(?!\\p{L})\\s*,?\\s*\\S+ \\S+',
];

const thaiWho = '(?:(?:ปกติ|โดยปกติ|ส่วนตัว(?:แล้ว)?)\\s*)?(?:ผม|ฉัน|ดิฉัน|เรา|หนู|พี่)(?:ก็|จะ|มักจะ|มัก)?\\s*';
const thai = [
  `(?:${thaiWho})?(?:ชอบ|ไม่ชอบ|ถนัด|เกลียด)\\s*(?!มาก|นะ|ครับ|ค่ะ|จัง|เลย|${deictic})\\S`,
  `${thaiWho}(?:ใช้|เขียน|กิน|ดื่ม).{1,60}(?:เสมอ|ตลอด|ประจำ|เท่านั้น)`,
  '(?:ผม|ฉัน|ดิฉัน|หนู)(?:ได้)?(?:(?:เปลี่ยน|ย้าย)(?:จาก.{2,60}(?:มา|ไป)(?:ใช้|เป็น)?|(?:มา|ไป)ใช้)|เลิก(?:ใช้|ชอบ|กิน|ดื่ม))\\s*\\S',
  `${thaiWho}ไม่(?:เคย)?(?:ใช้|กิน|ดื่ม)\\s*(?!${deictic})\\S`,
  '(?:ให้\\s*)?(?:ใช้|เขียน|ตอบ|ตั้งชื่อ|รัน)\\s*.{1,80}(?:เสมอ|ทุกครั้ง|ตลอด)',
  `(?:อย่า|ห้าม)\\s*(?:ใช้|เขียน|ลบ|แก้|ตอบ|รัน|push|commit)\\s*(?!${deictic})\\S`,
  '(?:ขอ(?:เป็น|ให้)?|ช่วย)\\s*.{2,60}(?:ทุกครั้ง|เสมอ|ตลอด)',
  '(?:ต่อไปนี้|ตั้งแต่นี้(?:ไป|เป็นต้นไป)?|จากนี้ไป|ครั้งหน้า|คราวหน้า)\\s*\\S',
];

/** Of this conversation only: "instead", "within that time frame". */
const passing = /\binstead$|\b(?:this|these|those)\s\p{L}|\b(?:in|at|within|for|with|on|of) that\b/iu;

const patterns = [...english, ...german, ...thai].map((source) => new RegExp(`^(?:${source})`, 'iu'));

/** What the user likes, or how she wants it done from now on. A wish of the moment ("I'd prefer …") is none. */
export function isPreference(sentence: string): boolean {
  const statement = tidy(sentence);
  if (isNoStatement(withoutOpening(sentence)) || passing.test(statement)) return false;
  return patterns.some((pattern) => pattern.test(statement));
}
