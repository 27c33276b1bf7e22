/** What a question for all that is known is about. */
export type OverviewQuestion = {
  /** Only about the user, not the project. */
  isOfUser: boolean;
  /** Only what was told today. */
  isOfToday: boolean;
};

const soFar = String.raw`(?: (?:so far|already|by now|until now|up to now|today|yet|before|earlier|lately|recently|just now|now|exactly|actually|really|again|then|please|in (?:this|our) (?:chat|conversation|session)))*`;
const me = '(?:me|myself|my life|who i am|us)';
const learned =
  '(?:know|known|remember|remembered|recall|recalled|learn|learn(?:ed|t)|store|stored|note|noted|save|saved|keep|kept|gather|gathered|find out|found out|memori[sz]ed?)';
const bisher = String.raw`(?: (?:alles|bisher|schon|bereits|inzwischen|so|denn|eigentlich|noch|bis jetzt|heute|vorhin|gerade|jetzt|dir|mir|in diesem gespräch))*`;
const mich = '(?:mich|mir|mein leben|uns)';
const gelernt = '(?:gelernt|gemerkt|gespeichert|behalten|erfahren|notiert|mitbekommen|herausgefunden)';
const ich = '(?:ตัว)?(?:ฉัน|ผม|ดิฉัน|หนู|เรา)';
const du = '(?:คุณ|เธอ|นาย|แก)?';
const thaiEnd = '(?:ไว้|ได้|แล้ว|อยู่|บ้าง|หน่อย|วันนี้|หรือยัง|ไหม|มั้ย|หรือเปล่า|รึเปล่า|คะ|ค่ะ|ครับ|นะ|ล่ะ)*';

/** The whole message, in lower case, without what opens and ends it. */
const forms = [
  String.raw`(?:what|how much|(?:tell|show|give) me (?:all|everything|what)|list (?:all|everything|what)|summari[sz]e (?:all|everything|what)|everything|all)(?:(?:'s| is)? (?:all|else|things|facts|that|of it))*(?: do| did| have|'ve|'ll)? you(?:'ve| have)?(?: (?:already|actually|currently|really))* ${learned}(?: (?:stored|saved|noted|in (?:your )?memory))?${soFar}(?: (?:about|of|on) ${me})?${soFar}`,
  String.raw`(?:tell|show|give) me (?:(?:a bit|more|all|everything|something|anything|what you know) )?(?:about|on) ${me}${soFar}`,
  String.raw`(?:describe|introduce|summari[sz]e) ${me}`,
  String.raw`what can you (?:tell|say)(?: me)? (?:about|on) ${me}`,
  String.raw`what(?:'s| is| do you have| have you got)(?: (?:stored|saved|noted|kept|known|remembered))?(?: in (?:your|the|my) (?:memory|memories|notes|profile))?(?: (?:about|of|on) ${me})${soFar}`,
  String.raw`what(?:'s| is) (?:in (?:your|the|my) (?:memory|memories|notes)|my profile)`,
  String.raw`(?:show|list|tell|give)(?: me)?(?: all| the)* (?:your |my |of your |of my )?(?:memories|notes)(?: (?:about|of|on) ${me})?`,
  String.raw`what (?:did|do|have) i (?:just )?(?:tell|told|say|said|mention|mentioned)(?: to)?(?: you)?${soFar}(?: (?:about|of) ${me})?${soFar}`,
  String.raw`(?:who am i|about me|me|do you (?:still )?(?:know|remember) (?:me|who i am)|(?:do you )?know anything about me|do you know (?:anything|something) about ${me})`,
  String.raw`was wei(?:ß|ss)t du${bisher}(?: (?:über|von) ${mich})?${bisher}`,
  String.raw`(?:(?:erzähle?|sage?|zeige?|nenne?|gib|liste)(?: mir)?(?: bitte| mal)*,? )?(?:alles,? )?was(?: alles)? du${bisher}(?: (?:über|von) ${mich})?${bisher} (?:wei(?:ß|ss)t|hast|${gelernt} hast)`,
  String.raw`(?:erzähle?|sage?)(?: mir)?(?: bitte| mal)*(?: (?:was|etwas|alles|mehr))? (?:über|von) ${mich}`,
  String.raw`(?:beschreibe?|fasse?) ${mich}(?: zusammen)?`,
  String.raw`was hast du${bisher}(?: (?:über|von) ${mich})?${bisher} ${gelernt}`,
  String.raw`was hab(?:e)? ich${bisher} (?:gesagt|erzählt|mitgeteilt|erwähnt)`,
  String.raw`(?:woran|an was) erinnerst du dich${bisher}`,
  String.raw`(?:zeige?|nenne?|liste)(?: mir)?(?: alle| deine| meine)* (?:erinnerungen|notizen)(?: auf)?`,
  String.raw`was (?:ist|steht) in (?:deinem|meinem) (?:gedächtnis|profil|speicher)`,
  String.raw`(?:wer bin ich|über mich|kennst du mich(?: noch)?|wei(?:ß|ss)t du(?: noch)?,? wer ich bin|erinnerst du dich(?: noch)? an mich|wei(?:ß|ss)t du (?:was|etwas) über mich)`,
];
/** Without spaces, which Thai puts only between clauses. */
const thaiForms = [
  `(?:ช่วย)?(?:บอก|เล่า|แสดง)?(?:${ich})?(?:หน่อย)?(?:ว่า|สิ่งที่|ทุกอย่างที่)?(?:ตอนนี้)?${du}(?:ตอนนี้)?(?:รู้|ทราบ|จำ|จดจำ|บันทึก|เรียนรู้)(?:อะไร|เรื่องอะไร)${thaiEnd}(?:เกี่ยวกับ(?:ตัว)?${ich})?${thaiEnd}`,
  `(?:ช่วย)?(?:บอก|เล่า|แสดง)?(?:${ich})?(?:สิ่งที่|ทุกอย่างที่)?${du}(?:รู้|ทราบ|จำ|จดจำ|บันทึก|เรียนรู้)${thaiEnd}เกี่ยวกับ(?:ตัว)?${ich}${thaiEnd}`,
  `(?:ช่วย)?(?:บอก|เล่า)(?:เรื่อง|เรื่องราว)?(?:เกี่ยวกับ|ของ)?(?:ตัว)?${ich}(?:ให้ฟัง)?${thaiEnd}`,
  `${du}(?:รู้จัก|จำ)${ich}${thaiEnd}`,
  `${ich}(?:คือ|เป็น)ใคร${thaiEnd}`,
  `(?:วันนี้)?${ich}(?:ได้|เคย)?(?:บอก|เล่า|พูด)อะไร(?:กับ)?${du}(?:ไป)?${thaiEnd}`,
];
const asked = (sources: string[]): RegExp => new RegExp(`^(?:${sources.join('|')})$`, 'u');
const spaced = asked(forms);
const unspaced = asked(thaiForms);

const opening =
  /^(?:(?:hey|hi|hello|ok|okay|so|well|now|and|please|hallo|na|und|also|bitte|moin|can you|could you|kannst du|kannst du mir|สวัสดี(?:ครับ|ค่ะ|คะ)?)(?:[,!.:] *| +))+/u;
const ending = /(?:,? (?:please|bitte))?[\s.?!…]*$/u;
const ofToday = /\btoday\b|heute|วันนี้|just now|vorhin/u;
const toMe = /\b(?:tell|show|give) me\b/gu;
const ofUser = new RegExp(
  String.raw`\b${me}\b|\bwho am i\b|\bwer (?:bin )?ich\b|\bmich\b|(?:เกี่ยวกับ|จำ|รู้จัก|ของ)(?:ตัว)?${ich}|${ich}(?:คือ|เป็น)ใคร`,
  'u',
);
/** Characters. A longer message asks for more than an overview. */
const longest = 200;

/** Reads a question for all that is known ("what do you know about me?", "what did I tell you today?"); null for every other message. */
export function overviewAsked(message: string): OverviewQuestion | null {
  if (message.length > longest) return null;
  const lower = message.normalize('NFC').toLowerCase().replaceAll('’', "'").replaceAll(/\s+/gu, ' ').trim();
  const text = lower.replace(opening, '').replace(ending, '');
  if (!spaced.test(text) && !unspaced.test(text.replaceAll(' ', ''))) return null;
  return { isOfUser: ofUser.test(text.replaceAll(toMe, '')), isOfToday: ofToday.test(text) };
}
