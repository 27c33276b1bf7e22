import { saidSentences, withoutOpening } from '@devai/memory';

const politely = String.raw`(?:(?:please|pls|now|just|then|and|can you|could you|would you|will you|i(?:['’]d| would) like you to|i (?:want|need) you to|help me(?: to)?),? )*`;
/** With an -e they are also what somebody says of themselves: "schreibe gerade ein Buch". */
const stems =
  'schreib|verfass|formulier|übersetz|erklär|berechne|refaktorier|reparier|beheb|erstell|generier|bestell|korrigier|installier|programmier|implementier|überarbeit|zeichne|start|fass';

const forms = [
  // English
  String.raw`^${politely}(?:(?:write|compose|translate|summari[sz]e|explain|calculate|compute|refactor|fix|implement|create|generate|recommend|suggest|rewrite|convert|debug|invent|teach|proofread|brainstorm|solve|google|rename|restart|install|deploy)(?!\p{L})|(?:draft|describe|make|build|book|order|plan|correct|draw|design|play|run|search|review|optimi[sz]e|drop|look up|reply to)(?= (?:me an?|us|my|the|this|that|these|an?|some|it|him|her|them|for)(?!\p{L})))(?! (?:(?:me )?(?:what|who|where|when|everything|all) (?:do |did |have )?(?:you|i)(?!\p{L})))`,
  String.raw`(?<!\p{L})(?:tell|give|sing|read|show) (?:me |us )?(?:(?:an?|some|another|the|\d+|two|three|five|ten) )?(?:\p{L}+ ){0,2}(?:jokes?|stor(?:y|ies)|poems?|songs?|riddles?|recipes?|ideas?|tips?|facts?|news|weather|synonyms?|examples?)(?!\p{L})`,
  // German; polite: "schreiben Sie"
  String.raw`^(?:(?:bitte|jetzt|und|dann|hilf mir(?: beim)?),? )*(?:${stems}|(?:${stems}|spiel|such|mal|plan|prüf|buch)e?(?= (?:mir|uns|mal|bitte|das|dies\p{L}*)(?!\p{L}))|empfiehl|entwirf|dichte)(?!\p{L})`,
  String.raw`^(?:(?:bitte|und|dann),? )*(?:schreiben|übersetzen|erklären|erstellen|berechnen|formulieren|buchen|planen|empfehlen|korrigieren|machen) sie(?!\p{L})`,
  String.raw`^(?:kannst|könntest) du .*(?:schreiben|übersetzen|erklären|erstellen|berechnen|formulieren|buchen|planen|empfehlen|korrigieren|zusammenfassen|dichten|programmieren)[\s?!.]*$`,
  String.raw`(?<!\p{L})(?:erzähle?|sage?|gib|nenne?)(?: mir| uns)?(?: bitte| mal)*(?: (?:eine?n?|noch einen?|ein paar|\d+))? (?:\p{L}+ )?(?:witze?|geschichten?|gedichte?|rezepte?|rätsel|ideen|tipps?|beispiele?|vorschläge?)(?!\p{L})`,
  // Thai
  '^(?:ช่วย|กรุณา|รบกวน|ขอให้)?(?:เขียน|แต่ง|แปล|คิด(?:ชื่อ|เมนู|แคปชั่น)|แนะนำ|อธิบาย|คำนวณ|จอง|สร้าง|ออกแบบ|ติว|วาด|แก้(?:โค้ด|บั๊ก|ไวยากรณ์)|รีสตาร์ท|ค้นหา|หาข้อมูล|ร้องเพลง)',
  '(?:เล่า|บอก)(?:มุก|เรื่องตลก|นิทาน|เรื่องผี)|^ขอ(?:มุก|สูตร|ไอเดีย|คำแนะนำ|กลอน|นิทาน|ตัวอย่าง)',
].map((form) => new RegExp(form, 'iu'));

/** Whether a message orders something that only a language model could do: to write, to explain, to fix. */
export const ordersWork = (message: string): boolean =>
  saidSentences(message).some((sentence) => forms.some((form) => form.test(withoutOpening(sentence))));
