/** What a message of courtesy alone is, by what it wants to hear. */
export const smallTalks = ['who', 'asked', 'thanks', 'bye', 'praise', 'greeting', 'laugh', 'okay'] as const;
export type SmallTalk = (typeof smallTalks)[number];
type Language = 'en' | 'de' | 'th';

const laughs = String.raw`lol|lmao|rofl|(?:ha){2,}h?|(?:he){2,}|xd|jk|just kidding|scherz`;
/** Words between the others: "hi devai", "ok then". */
const filler = String.raw`(?:devai|chapo|bot|my friend|friend|mate|buddy|dear|everyone|all|then|so|and|again|und|dann|du|ihr|mal|นะ|ครับ|ค่ะ|คะ)`;
const polite = '(?:ครับผม|ครับ|คับ|ค่ะ|คะ|จ้า|จ้ะ|นะ|ฮะ)*';
const you = '(?:คุณ|เธอ|นาย)?';

const forms: Record<Language, Record<SmallTalk, string>> = {
  en: {
    who: String.raw`who are you|what are you|(?:what(?:'s| is|s) your name)|what can (?:you|i) do(?: here)?|what do you do|how (?:do you|does (?:this|it)) work|are you (?:an? )?(?:bot|ai|human|robot|real|person|machine)(?: person)?|help(?: me)?|test(?:ing)?`,
    asked: String.raw`how are (?:you|u|things)(?: doing| today| feeling)*|how(?:'s| is|s) (?:it going|your day|life|everything)|how do you do|what(?:'s| is|s) (?:up|new)|you ok(?:ay)?|(?:are )?(?:you|u) there`,
    thanks: String.raw`(?:many )?thanks?(?: you| u)?(?: so much| very much| a lot| for (?:that|this|everything|your help|the help|helping))*|thx|ty|tysm|cheers|much appreciated`,
    bye: String.raw`bye(?: bye)?|good ?bye|good ?night|see (?:you|ya|u)(?: later| soon| tomorrow)?|cya|later|take care|(?:i )?(?:gotta|have to) go|have a (?:nice|good|great) (?:day|evening|weekend|night|one)|ttyl`,
    praise: String.raw`(?:that(?:'s| is|s) |you(?:'re| are|re) )?(?:very |really |so |pretty )?(?:great|nice|cool|awesome|perfect|excellent|amazing|wonderful|brilliant|neat|sweet|impressive|helpful|good|funny)(?: (?:job|bot|one|work))?|well done|love it|i (?:love|like) (?:you|it|this)`,
    greeting: String.raw`hi(?: there)?|hello(?: there| world)?|hey(?: there| you)?|hiya|howdy|yo|sup|good (?:morning|evening|afternoon|day)|morning|evening|greetings|(?:nice|pleased|good) to (?:meet|see) you(?: too)?`,
    laugh: laughs,
    okay: String.raw`ok(?:ay)?|okie|k+|alright|all right|fine|sure(?: thing)?|yes|yeah|yep|yup|no (?:problem|worries)|nope|nah|no|got it|i see|right|understood|h+m+|oh|ah|aha|never ?mind|nvm|np|you(?:'re|re| are) welcome|(?:i(?:'m|m| am) )?sorry|my bad|wow|interesting|makes sense|deal|indeed|exactly|correct|true|whatever|good to know|sounds good`,
  },
  de: {
    who: String.raw`wer bist du|was bist du|wie heißt du|was kannst du(?: alles)?(?: tun| machen)?|was machst du(?: so)?|wie funktioniert (?:das|es)|bist du (?:eine? )?(?:bot|ki|mensch|roboter|echt|maschine)|hilfe|test`,
    asked: String.raw`(?:na )?wie geht(?:'s| es|s)(?: (?:dir|ihnen|so|heute|denn))*|alles (?:klar|gut) bei dir|was (?:geht(?: ab)?|gibt(?:'s| es|s) neues)|bist du (?:noch )?da`,
    thanks: String.raw`danke(?: (?:dir|sehr|schön|vielmals|für (?:alles|das|die hilfe|deine hilfe)))*|dankeschön|(?:vielen|besten|herzlichen)(?: lieben| herzlichen)? dank|merci`,
    bye: String.raw`tsch(?:üss|üß|au)(?:i)?|ciao|bis (?:bald|dann|später|morgen|nachher)|auf wiedersehen|gute nacht|mach(?:'s|s| es) gut|schönen (?:tag|abend|feierabend)(?: noch)?|schönes wochenende|ich muss (?:los|weg)`,
    praise: String.raw`(?:das ist |du bist )?(?:sehr |echt |richtig |ja )*(?:gut|super|toll|prima|perfekt|klasse|cool|genial|spitze|wunderbar|stark|nett|hilfreich|lustig)(?: gemacht)?|gut gemacht`,
    greeting: String.raw`hallo(?: zusammen| nochmal| welt)?|hi|hey|na|moin(?: moin)?|servus|tach|grüß (?:dich|gott)|guten (?:tag|morgen|abend)|morgen|freut mich|schön dich kennenzulernen`,
    laugh: laughs,
    okay: String.raw`ok(?:ay)?|alles (?:klar|gut)|ja|nein|nee|nö|jo|jup|verstanden|(?:ich )?verstehe|klar|genau|stimmt|richtig|na gut|passt(?: schon)?|h+m+|ach ?so|aha|egal|schon gut|kein problem|sorry|entschuldigung|tut mir leid|wow|interessant|bitte(?: schön)?|gern(?: geschehen)?`,
  },
  th: {
    who: `${you}(?:คือใคร|เป็นใคร|ชื่ออะไร|ทำอะไรได้(?:บ้าง)?|เป็น(?:บอท|เอไอ|คน)(?:หรือเปล่า|รึเปล่า|ไหม|มั้ย))${polite}|ช่วยด้วย${polite}|ทดสอบ`,
    asked: `${you}(?:สบายดี(?:ไหม|มั้ย|หรือเปล่า|รึเปล่า|หรือ)|เป็น(?:ยังไง|อย่างไร|ไง)(?:บ้าง)?|ทำอะไรอยู่|อยู่ไหม)${polite}`,
    thanks: `ขอบ(?:คุณ|ใจ)(?:มาก)*(?:ๆ)?${polite}|แต๊งกิ้ว${polite}`,
    bye: `(?:ลาก่อน|บายบาย|บาย|ไปก่อน|เจอกัน(?:ใหม่|พรุ่งนี้)?|ราตรีสวัสดิ์|ฝันดี)${polite}`,
    praise: `(?:ดี(?:มาก|จัง|เลย|ๆ)*|เยี่ยม(?:มาก|ไปเลย|เลย)*|เก่ง(?:มาก|จัง)*|สุดยอด(?:เลย)?|น่ารัก(?:จัง|มาก)*)${polite}`,
    greeting: `(?:สวัสดี|หวัดดี|ดีจ้า|ฮัลโหล|อรุณสวัสดิ์|ยินดีที่ได้รู้จัก)${polite}`,
    laugh: '5{3,}\\+?|(?:ฮ่า|ๆ)+|อิอิ',
    okay: `(?:โอเค|ตกลง|ได้|ใช่|ไม่ใช่|ไม่|เข้าใจ(?:แล้ว)?|อืม|อ๋อ|อ่อ|ขอโทษ|ไม่เป็นไร|จริง|ครับ|ค่ะ|คะ)${polite}`,
  },
};

const languages = ['en', 'de', 'th'] as const;
const patterns = languages.flatMap((language) =>
  smallTalks.map((kind) => ({
    language,
    kind,
    // a word ends where no letter or mark follows; Thai has no spaces, so there it may end anywhere
    form: new RegExp(
      `(?:${forms[language][kind]})${language === 'th' ? '' : String.raw`(?![\p{L}\p{N}])`}`,
      'uy',
    ),
  })),
);
const between = new RegExp(String.raw`(?:[^\p{L}\p{N}\p{M}]|${filler}(?![\p{L}\p{M}]))*`, 'uy');

/** Characters; a longer message says something. */
const longest = 120;

/**
 * Returns what a message is that says nothing but courtesies ("hi, how are you?", "ok thanks!", "555"), and in which languages it is that; null
 * for every other message. Of several, the one that wants most of an answer.
 */
export function smallTalkIn(message: string): { kind: SmallTalk; languages: Language[] } | null {
  if (message.length > longest) return null;
  // "hellooo" is "hello"
  const text = message
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/([a-zäöü])\1{2,}/gu, '$1');
  if (!/[\p{L}\p{N}]/u.test(text)) {
    return { kind: text.includes('?') ? 'who' : 'okay', languages: [...languages] };
  }
  const found: { kind: SmallTalk; language: Language }[] = [];
  for (let at = skipped(text, 0); at < text.length;) {
    const here = patterns.flatMap(({ form, ...one }) => {
      form.lastIndex = at;
      const length = form.exec(text)?.[0].length ?? 0;
      return length === 0 ? [] : [{ ...one, length }];
    });
    const most = Math.max(0, ...here.map(({ length }) => length));
    if (most === 0) return null;
    found.push(...here.filter(({ length }) => length === most));
    at = skipped(text, at + most);
  }
  const kind = smallTalks.find((one) => found.some((part) => part.kind === one));
  if (kind === undefined) return null;
  const spoken = found.filter((part) => part.kind === kind).map(({ language }) => language);
  return { kind, languages: languages.filter((language) => spoken.includes(language)) };
}

/** The place after what stands between words. */
function skipped(text: string, at: number): number {
  between.lastIndex = at;
  return at + (between.exec(text)?.[0].length ?? 0);
}
