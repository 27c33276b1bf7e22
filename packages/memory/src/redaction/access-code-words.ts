/**
 * Words about codes that open something, as patterns, matched ignoring case: English, German, Thai, French, Spanish,
 * Italian, Portuguese, Dutch, the Nordic languages, Polish, Russian, Chinese, Japanese, Korean.
 */
const joined = (list: string): string => list.replaceAll(/\n\s*/g, '');

/** How the name of any code ends. */
const endings =
  joined(String.raw`codes?|combinations?|combos?|pins?(?:[- ]?(?:codes?|numbers?|nummern?))?|puk(?:[- ]?(?:codes?|numbers?|nummer))?|geheim(?:zahl|nummer)|kombination(?:en)?|
  combinaison|código(?: pin)?|combinación|combinação|codice|combinazione|combinatie|kod(?:e|en)?|koodi|код|комбинация`);
const endingsUnspaced = '暗証番号|พิน|비밀번호|密码|密碼';

/** Codes that open something by their name alone. */
const own =
  joined(String.raw`(?:[\p{L}-]+-)?(?:pin|puk)(?:[- ]?(?:code|number|nummer))?|código pin|passcode|geheim(?:zahl|nummer)|digicode|
  (?:geheim|zugangs|zutritts|entsperr|eingangs|öffnungs)-?codes?`);
/** Before a code: what kind of code it is. */
const access = 'access|entry|security|unlock|unlocking|entrance|disarm';

/** Numbers that open something only near the name of it. */
const plain =
  joined(String.raw`codes?|combinations?|combos?|(?:zahlen-?|ziffern-?|cijfer)?(?:codes?|kombination(?:en)?)|combinaison|código|combinación|combinação|
  codice|combinazione|kod(?:e|en)?|код|комбинация|combinatie|koodi`);

/** Things that a code opens, as parts of compounds: "Tresorkombination", "deurcode". */
const compound =
  joined(String.raw`\p{L}*(?:tür|tresor|schloss|alarmanlagen?|spind|koffer|schließfach|deur|dörr)|(?:hof|garagen|garten|einfahrts|eingangs)?tor|
  garagen?|alarm|safe|poort|kluis|dør|kassaskåps|larm`);

/** Things that a code opens. */
const things =
  joined(String.raw`(?:front|back|side|garage|office|main)?doors?|gates?|garage|safes?|vault|lock ?box(?:es)?|key ?(?:safe|box)|locks?|padlocks?|bike|bicycle|suitcase|luggage|
  briefcase|mail ?box|letter ?box|keypads?|alarms?|entrance|lobby|elevator|lift|shed|cabin|storage unit|apartment|airbnb|barn|gym|stairwell|atm|
  \p{L}*tür(?:en)?|(?:hof|garagen|garten|einfahrts|roll|eingangs)?tore?s?|garage|\p{L}*tresors?|\p{L}*schloss(?:es)?|schlüssel(?:box|safe|tresor|kasten)|alarmanlage|spinds?|koffers?|schließfach|
  (?:haus|haupt|hinter|seiten|büro)?eingangs?|aufzug|tiefgarage|briefkasten|keller|ferienwohnung|gartenhaus|
  portes?|portails?|coffre(?:-fort)?|cadenas|immeuble|entrée|alarme|puertas?|portón|caja fuerte|candado|edificio|alarma|
  porta|portone|cancello|cassaforte|lucchetto|allarme|palazzo|portão|cofre|cadeado|
  (?:voor|achter)?deur|poort|kluis|fietsslot|hangslot|dörren|dör|porten|døren|dør|skapet|kassaskåpet|drzwi|bramy|sejfu|furtki|двер[ьи]|ворот|сейфа?|домофона?|подъезда?|замка`);
const thingsUnspaced =
  joined(`ประตู|เซฟ|ล็อก|ล็อค|กันขโมย|อาคาร|ตึก|เข้า|รั้ว|จักรยาน|โรงรถ|โรงจอดรถ|กระเป๋า|เอทีเอ็ม|บัตร(?!พนักงาน|นักเรียน|นักศึกษา|ประชาชน|โดยสาร)|ตู้|คอนโด|หอพัก|ลิฟต์|กุญแจ|แม่กุญแจ|门|門|保险|金庫|锁|鍵|ドア|
  玄関|문|금고`);

/** Other things that a code opens; but a "building code" is no code of this kind. */
const others = 'building|parking|flat|phone|iphone|smartphone|tablet|ipad|laptop|watch|handy|telefon';

/** Things that show, take or are nothing but a code. */
const locks =
  joined(String.raw`key ?pads?|lock ?box|key ?(?:safe|box)|padlock|combination lock|(?:bike|bicycle|suitcase|luggage|cable|u)[- ]lock|zahlenschloss|fahrradschloss|
  vorhängeschloss|schlüssel(?:box|safe|tresor|kasten)`);

/** Words between a thing and its code, or after a thing, that leave it the thing that is meant. */
const besides =
  joined(String.raw`system|panel|keypad|lock|box|opener|unit|safe|door|gate|entry|access|downstairs|upstairs|outside|inside|opens|unlocks|takes|uses|has|geht|öffnet|öffnen|
  unten|oben|hinten|vorne|codes?|combination|combo`);

/** Words that may stand directly before a plain code without making it another one, such as "exit code". */
const beforePlain =
  joined(String.raw`the|a|an|my|our|your|his|her|its|their|this|that|new|old|current|secret|same|digits?|numeric|and|with|by|using|uses|use|is|
  der|die|das|den|dem|des|ein|eine|einen|einem|mein|meine|unser|unsere|dein|deine|euer|eure|ihr|ihre|neue[nrs]?|alte[nrs]?|aktuelle[nrs]?|geheime[nrs]?|und|mit|
  le|la|les|el|il|o|a|de|het|mon|ma|notre|mi|nuestro|il mio|meu|mijn|onze`);

/** What one does with a code, directly before it. */
const entering = String.raw`enter|type|press|dial|input|punch in|key in|gib|tippe?|drücke?`;
const enteringUnspaced = 'กด|ใส่|ป้อน|พิมพ์';
/** What a code does, in a sentence that says "with" before it. */
const opening = String.raw`opens?|opened|unlocks?|unlocked|disarms?|disarmed|gets?|lets?|auf|öffnet|öffnen|entsperr(?:e|st|t|en)|entschärf(?:e|st|t|en)`;
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
  String.raw`(?:${word(`${access}|${things}`)}(?:['’]s)?(?:[- ](?:${besides})(?:['’]s)?){0,2}[- ]|(?:${thingsUnspaced})\s?)$`,
  'iu',
);
/** In Thai, what a code opens stands directly behind the word. */
export const thingBehind = new RegExp(`^\\s?(?:เปิด|ปิด|ปลด|ของ|สำหรับ|ใช้|สัญญาณ)*(?:${thingsUnspaced})`, 'u');
export const lockName = new RegExp(word(locks), 'giu');
export const beside = new RegExp(`^(?:${besides})$`, 'iu');
export const besidePlain = new RegExp(String.raw`(?:^|[^\p{L}\s-]\s*|${word(beforePlain)}\s+)$`, 'iu');
/** The words before a code that is entered; `by`: that only opens something if a word of `opens` is in the sentence. */
export const entered = new RegExp(
  String.raw`(?:${word(entering)}\s{1,2}|(?<by>${word('with|by|use|using|mit|per')})\s{1,2}|(?:${enteringUnspaced})(?:รหัส)?\s?)["'\x60“„«]?(?=[#*]?[A-Z]?\p{Nd})`,
  'giu',
);
export const opens = new RegExp(word(opening), 'iu');
export const spokenDigits = spoken
  .map((words) => String.raw`(?<![\p{L}\p{M}])(?:${words})(?:[\s,\-]{1,2}(?:${words})){2,11}(?![\p{L}\p{M}])`)
  .join('|');
