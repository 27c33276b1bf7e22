/**
 * Words about codes that open something, as patterns, matched ignoring case: English, German, Thai, French, Spanish,
 * Italian, Portuguese, Dutch, the Nordic languages, Polish, Russian, Chinese, Japanese, Korean.
 */
const joined = (list: string): string => list.replaceAll(/\n\s*/g, '');

/** How the name of any code ends. */
const endings =
  joined(String.raw`codes?|combinations?|combos?|pins?(?:[- ]?(?:codes?|numbers?|nummern?|no\.?|nr\.?))?|puk(?:[- ]?(?:codes?|numbers?|nummer|no\.?|nr\.?))?|otp|tan(?:[- ]?(?:codes?|nummer))?|secret (?:number|digits)|geheim(?:zahl|nummer|code)|geheime (?:nummer|zahl)|número secreto|numéro secret|numero segreto|
  (?:sim|phone|iphone|ipad|tablet|laptop|screen|handy|watch)[- ](?:un)?lock|(?:handy|bildschirm)sperre|digits|ziffern(?:folge)?|zahlen(?:folge)?|kombination(?:en)?|
  combinaison|código(?: pin)?|combinación|combinação|codice|combinazione|combinatie|kod(?:e|en)?|koodi|код|комбинация`);
const endingsUnspaced = '暗証番号|พิน|เลขลับ|รหัสลับ|โอทีพี|비밀번호|密码|密碼';

/** Codes that open something by their name alone. */
const own =
  joined(String.raw`(?:[\p{L}-]+-|(?:handy|karten|konto|bank|sim|geräte|tablet|smartphone|app|ec)-?)?(?:pin|puk|otp|[ims]?-?tan)(?:[- ]?(?:codes?|number|nummer|no\.?|nr\.?))?|código pin|passcode|secret (?:number|digits)|geheim(?:zahl|nummer)|geheime (?:nummer|zahl)|
  (?:sim|phone|iphone|ipad|tablet|laptop|screen|handy|watch)[- ](?:un)?lock|(?:handy|bildschirm)sperre|número secreto|numéro secret|numero segreto|digicode|
  (?:geheim|einmal|sms|login|zugangs|zutritts|entsperr|eingangs|öffnungs)-?codes?`);
/** Before a code: what kind of code it is. */
const access =
  'access|entry|security|unlock|unlocking|entrance|disarm|otp|sms|2fa|two[- ]factor|authenticator|mfa|one-time|login|sim';

/** Numbers that open something only near the name of it. */
const plain =
  joined(String.raw`codes?|combinations?|combos?|digits|ziffern(?:folge)?|zahlen(?:folge)?|(?:zahlen-?|ziffern-?|cijfer)?(?:codes?|kombination(?:en)?)|combinaison|código|combinación|combinação|
  codice|combinazione|kod(?:e|en)?|код|комбинация|combinatie|koodi`);

/** Things that a code opens, as parts of compounds: "Tresorkombination", "deurcode". */
const compound =
  joined(String.raw`\p{L}*(?:tür|tresor|schloss|alarmanlagen?|kassen|wohnungs?|keller|fahrrad|schrank|aufzug|büro|intercom|spind|koffer|schließfach|deur|dörr)|(?:hof|garagen|garten|einfahrts|eingangs)?tor|
  garagen?|alarm|safe|poort|kluis|dør|kassaskåps|larm`);

/** Things that a code opens. */
const things =
  joined(String.raw`(?:front|back|side|garage|office|main)?doors?|gates?|garage|safes?|vault|lock ?box(?:es)?|key ?(?:safe|box)|locks?|padlocks?|bike|bicycle|suitcase|luggage|
  briefcase|mail ?box|letter ?box|keypads?|intercom|buzzer|cabinet|gegensprechanlage|\p{L}*schrank|alarms?|entrance|lobby|elevator|lift|shed|cabin|storage unit|apartment|airbnb|barn|gym|stairwell|atm|
  \p{L}*tür(?:en)?|(?:hof|garagen|garten|einfahrts|roll|eingangs)?tore?s?|garage|\p{L}*tresors?|\p{L}*schloss(?:es)?|schlüssel(?:box|safe|tresor|kasten)|alarmanlage|\p{L}*(?:tür|tor)öffner|spinds?|koffers?|schließfach|
  (?:haus|haupt|hinter|seiten|büro)?eingangs?|aufzug|tiefgarage|briefkasten|keller|ferienwohnung|gartenhaus|
  portes?|portails?|coffre(?:-fort)?|cadenas|immeuble|entrée|alarme|puertas?|portón|caja fuerte|candado|edificio|alarma|
  porta|portone|cancello|cassaforte|lucchetto|allarme|palazzo|portão|cofre|cadeado|
  (?:voor|achter)?deur|poort|kluis|fietsslot|hangslot|dörren|dör|porten|døren|dør|skapet|kassaskåpet|drzwi|bramy|sejfu|furtki|двер[ьи]|ворот|сейфа?|домофона?|подъезда?|замка`);
const thingsUnspaced =
  joined(`ประตู|เซฟ|ล็อก|ล็อค|กันขโมย|อาคาร|ตึก|เข้า|รั้ว|จักรยาน|โรงรถ|โรงจอดรถ|กระเป๋า|เอทีเอ็ม|กดเงิน|ถอนเงิน|โทรศัพท์|มือถือ|ซิม|การ์ด|แอป|หน้าจอ|เครื่อง(?!พิมพ์|ปริ้น)|บัตร(?!พนักงาน|นักเรียน|นักศึกษา|ประชาชน|โดยสาร)|ตู้|คอนโด|หอพัก|ห้องพัก|ลิฟต์|กุญแจ|แม่กุญแจ|门|門|保险|金庫|锁|鍵|ドア|
  玄関|문|금고`);

/** Other things that a code opens; but a "building code" is no code of this kind. */
const others =
  'building|parking|flat|phone|iphone|smartphone|tablet|ipad|laptop|watch|handy|telefon|sim(?:[- ]?(?:card|karte))?|screen|bildschirm';

/** What only a PIN opens: "the bank code" and "the code of the account" are other numbers. */
const accounts = String.raw`(?:bank|debit|credit|ec|giro|kredit|visa)?[- ]?(?:cards?|karten?)|girocard|bank(?:ing)?|onlinebanking|visa|mastercard|maestro|accounts?|konto|apps?|voicemail|mailbox|cash machine|(?:geld|bank)automat|
  car|auto|pc|computer|tarjeta|carte|carta|cartão|cuenta|compte|móvil|téléphone|telefoon|telefono|cellulare|celular|карт[аыу]|телефона?`;

/** Things that show, take or are nothing but a code. */
const locks =
  joined(String.raw`key ?pads?|lock ?box|key ?(?:safe|box|locker)|padlocks?|combination (?:lock|padlock)|(?:bike|bicycle|suitcase|luggage|cable|chain|cycle|locker|shed|gate|door|u)[- ]locks?|smart lock|strong ?box|cash ?box|
  (?=safe)(?<=(?<!\p{L})(?:the|my|our|your|his|her|their|a|hotel|gun|wall|floor|office|home|room|\p{L}{2,15}['’]s) )safe|safe(?=\s?:)|(?=safe)(?<=(?<!\p{L})(?:der|den|dem|mein|meinen|meinem|unser|unserem|im) |(?<![^.!?\n])\s?)safe(?=\s(?:im|in|am|beim|auf|ist)\s)|(?:zahlen|fahrrad|rad|vorhänge|keller|garten|garagen|haus|schrank|boots|hütten|tor|bügel|ketten|koffer|tür|spind|kabel|motorrad)-?schloss|
  schloss(?=\s(?:vom|am|von|an|zum|fürs?)\s)|schlüssel-?(?:box|safe|tresor|kasten)|(?:wand|möbel|hotel|waffen|bank)?-?tresor|geldkassette|(?:waffen|stahl|tresor|schlüssel)schrank|gun cabinet|(?:hotel|zimmer|wand)-?safe|
  cadenas|antivol|coffre-fort|boîte à clés|candado|caja fuerte|lucchetto|cassaforte|cadeado|cofre|fietsslot|hangslot|cijferslot|kluis|sleutelkluis|
  cykellås(?:et)?|hänglås(?:et)?|hengelås(?:en)?|kassaskåp(?:et)?|nøkkelboks(?:en)?|kłódka|sejf|сейф|кодовый замок`);
const locksUnspaced =
  'แม่กุญแจ|กุญแจ(?:ล็อก|ล็อค|รหัส|จักรยาน|กระเป๋า)|ล็อ[กค](?:ล้อ|จักรยาน|มอเตอร์ไซค์|กระเป๋า|ประตู|ตู้)|ตู้เซฟ|เซฟ(?=ที่|ใน|บ้าน|ร้าน|โรงแรม|ห้อง)|กล่อง(?:ใส่)?กุญแจ|ตู้นิรภัย|保险箱|保险柜|密码锁|金庫|자물쇠';
/** Things of which a number may tell something else as well, so that "is" or a colon must stand between. */
const openings =
  joined(String.raw`(?:(?:front|back|side|cellar|office|main|garden|garage|drive(?:way)?|car ?park|yard|pool) ?)?(?:doors?|gates?)|garage|alarm(?: (?:system|panel))?|burglar alarm|
  (?:haus|wohnungs|keller|hof|garten|neben|seiten|hinter|vorder|eingangs)?tür|(?:hof|garagen|garten|einfahrts|roll|eingangs)?tor|garage|alarm(?:anlage)?|(?:tür|tor|gate|garage|door)[- ]?(?:öffner|opener)|intercom|schloss|(?=lock)(?<=(?<!\p{L})(?:the|my|our|your|his|her|their|\p{L}{2,15}['’]s) (?:[\p{L}-]{1,15} ){0,2})lock|digicode|portail|portón|cancello|portão|poort|voordeur|porten|dörren|brama|ворота|домофон`);
const openingsUnspaced =
  'ประตู(?:บ้าน|รั้ว|หน้า|หลัง|โรงรถ|คอนโด|ออฟฟิศ|ห้อง)*|สัญญาณกันขโมย|กันขโมย|รั้วบ้าน|玄関|门禁|門禁|현관';

/** Words between a thing and its code, or after a thing, that leave it the thing that is meant. */
const besides =
  joined(String.raw`system|panel|remote|keypad|lock|box|opener|unit|safe|door|gate|entry|access|downstairs|upstairs|outside|inside|opens|unlocks|takes|uses|has|geht|öffnet|öffnen|
  unten|oben|hinten|vorne|codes?|combination|combo`);

/** Words that begin to tell where a thing is, or whose. */
const places =
  joined(String.raw`in|at|on|by|of|for|from|under|behind|outside|inside|near|next|downstairs|upstairs|im|am|beim|bei|auf|an|von|vom|für|fürs|unter|hinter|neben|zu|zum|zur|
  der|des|meine[rs]?|unsere[rs]?|oben|unten|hinten|vorne|draußen|drinnen|de|du|des|del|della|dans|en|van|w`);

/** Words that a number counts or measures. */
const units =
  joined(String.raw`[kcmµn]?[mgslbwva]|[kmg]?hz|[km]?wh|[kmgt]i?b|mm|kg|mah|lbs?|oz|ft|sq|psi|rpm|px|dpi|bpm|mph|kmh|euro|eur|usd|gbp|chf|yen|won|rupees?|pesos?|kronor|kroner|złotych|zł|sqft|sqm|qm|dollar|baht|bath|thb|pound|quid|franken|taler|
  percent|prozent|people|children|men|women|feet|foot|inch|meter|metre|liter|litre|gramm|uhr|am|pm|mal|stück|zeilen|tage|jahre|stunden|minuten|leute|wide|high|long|deep|tall|breit|hoch|lang|tief`);
/** Words after a number that counts something. */
const counting = 'each|per|pro|old|alt|more|mehr|or|oder|bis|und';
const unitsUnspaced = 'บาท|ดอก|อัน|ตัว|ชิ้น|คน|ครั้ง|เมตร|ซม|มม|กิโล|กก|ปี|วัน|ชั่วโมง|นาที|เปอร์เซ็นต์|元|円|원|人|个|個';

/** Words that may stand directly before a plain code without making it another one, such as "exit code". */
const beforePlain =
  joined(String.raw`the|a|an|my|our|your|his|her|its|their|this|that|new|old|current|secret|same|digits?|numeric|and|with|by|using|uses|use|is|
  der|die|das|den|dem|des|ein|eine|einen|einem|mein|meine|unser|unsere|dein|deine|euer|eure|ihr|ihre|neue[nrs]?|alte[nrs]?|aktuelle[nrs]?|geheime[nrs]?|und|mit|
  le|la|les|el|il|o|a|de|het|mon|ma|notre|mi|nuestro|il mio|meu|mijn|onze`);

/** What one does with a code, directly before it. */
const entering = String.raw`enter|type|press|dial|input|punch in|key in|gib|tippe?|drücke?`;
const enteringUnspaced = 'กด|ใส่|ป้อน|(?<!เครื่อง)พิมพ์';
/** What a code does, in a sentence that says "with" before it. */
const opening = String.raw`opens?|opened|unlocks?|unlocked|disarms?|disarmed|disables?|off|gets?|lets?|auf|aus|deaktivier(?:e|st|t|en)|öffnet|öffnen|entsperr(?:e|st|t|en)|entschärf(?:e|st|t|en)`;
/** Digits in words: "four seven one one". */
const spoken = [
  'zero|oh|one|two|three|four|five|six|seven|eight|nine',
  'null|eins|zwei|zwo|drei|vier|fünf|sechs|sieben|acht|neun',
];

const word = (list: string): string => String.raw`(?<![\p{L}\p{M}\p{N}])(?:${list})(?![\p{L}\p{M}\p{N}])`;

/** The end of the name of a code; `unspaced`, `thai`: in a script without spaces. */
export const codeEnding = new RegExp(
  String.raw`(?:${endings})(?![\p{L}\d-])|(?<unspaced>${endingsUnspaced})|(?<thai>รหัส(?:ผ่าน)?)`,
  'giu',
);
/** The beginning of a name of which only the end was found. */
export const nameBegin = /[\p{L}-]{0,40}$/u;
export const opensByName = new RegExp(
  String.raw`^(?:${own}|(?:${compound})s?-?(?:codes?|kombination|combinatie|koodi|koden?))$`,
  'iu',
);
export const plainName = new RegExp(`^(?:${plain})$`, 'iu');
export const thing = new RegExp(`${word(`${things}|${others}`)}|(?:${thingsUnspaced})`, 'giu');
export const thingBefore = new RegExp(
  String.raw`(?:${word(`${access}|${things}`)}(?:['’]s)?(?:[- ](?:${besides})(?:['’]s)?){0,2}[- ]|(?:${word('my|our|his|her|their')}|['’]s) (?:${others})[- ]|(?:${thingsUnspaced})\s?)$`,
  'iu',
);
/** In Thai, what a code opens stands directly behind the word. */
export const thingBehind = new RegExp(`^\\s?(?:เปิด|ปิด|ปลด|ของ|สำหรับ|ใช้|สัญญาณ)*(?:${thingsUnspaced})`, 'u');
/** What has a code of its own, so that no word has to name that; `weak`: one of `openings`. */
export const lockName = new RegExp(
  `(?:${word(locks)}|${locksUnspaced})|(?<weak>${word(openings)}|${openingsUnspaced})`,
  'giu',
);
export const pinThing = new RegExp(`${word(`${things}|${others}|${accounts}`)}|(?:${thingsUnspaced})`, 'giu');
/** From a lock to its code: nothing, or where the lock is. */
export const place = new RegExp(
  String.raw`^(?:\s(?:${places})(?:\s[\p{L}\p{M}'’-]+){0,3},?|\s?(?!\p{sc=Thai}{0,30}(?:(?<!ใน)ห้อง|เบอร์|เลข|รุ่น|ราคา|ชั้น))\p{sc=Thai}{1,30})?\s?["'\x60“„«]?$`,
  'iu',
);
export const counts = new RegExp(String.raw`^\s(?:${counting})(?![\p{L}\p{M}])`, 'iu');
export const unit = new RegExp(
  String.raw`^(?:\s?(?:${unitsUnspaced})|\s?(?:${units})(?![\p{L}\p{M}\p{N}]))`,
  'iu',
);
export const beside = new RegExp(`^(?:${besides})$`, 'iu');
export const besidePlain = new RegExp(String.raw`(?:^|[^\p{L}\s-]\s*|${word(beforePlain)}\s+)$`, 'iu');
/** The words before a code that is entered; `by`: that only opens something if a word of `opens` is in the sentence. */
export const entered = new RegExp(
  String.raw`(?:${word(entering)}\s{1,2}|(?<by>${word('with|by|w/|use|using|mit|per')})\s{1,2}|(?:${enteringUnspaced})(?:รหัส)?\s?)["'\x60“„«]?(?=[#*]?[A-Z]?\p{Nd})`,
  'giu',
);
export const opens = new RegExp(word(opening), 'iu');
export const spokenDigits = spoken
  .map((words) => String.raw`(?<![\p{L}\p{M}])(?:${words})(?:[\s,\-]{1,2}(?:${words})){2,11}(?![\p{L}\p{M}])`)
  .join('|');
