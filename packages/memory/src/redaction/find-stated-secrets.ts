import { commonWords } from '../text/common-words.ts';
import { isLuhn } from './check-digits.ts';
import { findByPatterns, type Finding, type SecretPattern } from './find-by-patterns.ts';
import { isDescribing } from './find-passphrases.ts';
import { whose } from './whose.ts';

/** "is", "lautet", "คือ", a colon. */
const says = String.raw`(?:\s{1,2}(?:is|are|was|ist|sind|war|lautet|lauten)(?:\s{1,2}(?:now|jetzt))?:?\s{1,2}|\s{0,2}(?:คือ|เป็น)\s{0,2}|\s{0,2}[:=]\s{0,2})`;

/** "cvv 123" */
const cardCode =
  /(?<!\p{L})(?:(?:cvv|cvc|csc|cvn)2?(?:[ -]?(?:code|nummer|number))?|karten-?prüf(?:nummer|ziffer|zahl)|รหัสหลังบัตร)(?:\s(?:is|ist|คือ)\s|คือ\s?|\s?[:=]\s?|\s?)(?<secret>\d{3,4})(?![\d\p{L}])/dgiu;
/** "the 2FA backup codes: 8842-1193, 2239-0044" */
const onceCodes = new RegExp(
  String.raw`(?<!\p{L})(?:(?:backup|recovery|emergency|one-time)[- ]codes?|(?:wiederherstellungs|einmal|notfall|backup)-?codes?)(?!\p{L})${whose}${says}(?<secret>[\w-]{0,30}\d[\w-]{3,30}(?:(?:,|;|\s(?:and|und|or)|)\s{1,2}[\w-]{0,30}\d[\w-]{3,30}){0,20})`,
  'dgiu',
);
/** What the words that open a wallet are called. */
const seedName =
  String.raw`seed(?! phrase)|mnemonic|(?:recovery|secret|backup|wallet|seed)[- ](?:phrase|words?|key)|(?:wiederherstellungs|sicherungs|seed|wallet|recovery)-?(?:phrase|wörter|worte|satz)|phrase (?:de récupération|secrète)|
  (?:frase|palabras) (?:semilla|de recuperación|secreta)|frase (?:di recupero|de recuperação)|herstelzin|сид-?фраза|(?:คำ|วลี|ชุดคำ|ประโยค)(?:กู้|ลับ|ซีด|seed)[\p{L}\p{M}]{0,30}|ซีด[\p{L}\p{M}]{0,30}|助记词|助記詞|니모닉`.replaceAll(
    /\n\s*/gu,
    '',
  );
const seedGap = String.raw`(?:,? |, ?|\n)(?:\d{1,2}[.)]? ?)?`;
/** The seed phrase of a wallet: 12 to 24 words. */
const seedWords = new RegExp(
  String.raw`(?<!\p{L})(?:${seedName})(?!\p{L})[^:\n]{0,60}?(?:${says}|\s)["'„“]?(?<secret>(?:1[.)]? ?)?(?:\p{Ll}{3,8}${seedGap}){11,23}\p{Ll}{3,8})(?![\p{L}])`,
  'dgu',
);
/** The same by its form: words up to the end of a clause. */
const wordRun = /(?<![\p{L}\p{N}_-])[a-z]{3,8}(?: [a-z]{3,8}){11,}/gu;
const clauseEnd = /^(?:["”“»\x60).!?]|\s*(?:\n|$))/u;
const seedLengths = [24, 21, 18, 15, 12];
const wallet = /(?:wallet|ledger|trezor|metamask|phantom|coin|crypto|krypto|seed|backup|words|phrase)$/u;
const common = new Set(commonWords);
const isGrammar = (word: string): boolean => common.has(word) || /(?:ings?|ed|ly|tion|[^s]s)$/u.test(word);

/** Finds 12, 15, 18, 21 or 24 words without grammar that are a whole clause, or stand behind the name of a wallet. */
const findWordRuns = (text: string): Finding[] =>
  findByPatterns(text, [{ kind: 'seed-phrase', pattern: wordRun }]).flatMap(({ start, end, kind }) => {
    if (!clauseEnd.test(text.slice(end, end + 3))) return [];
    const words = text.slice(start, end).split(' ');
    const isBegin = /(?:^|[:.!?"“„«\x60(\n]\s?)$/u.test(text.slice(Math.max(0, start - 2), start));
    const length = seedLengths.find((count) =>
      count === words.length ? isBegin : wallet.test(words.at(-count - 1) ?? ''),
    );
    const seed = words.slice(-(length ?? 0));
    const isSeed = length !== undefined && !seed.some(isGrammar) && new Set(seed).size >= seed.length - 1;
    return isSeed ? [{ start: end - seed.join(' ').length, end, kind }] : [];
  });

/** "passport number 533817204": the papers of a person, with a name for them. */
const papers = new RegExp(
  String.raw`(?:(?<!\p{L})(?:(?:reise)?pass(?:port)?(?:[- ]?(?:nummer|nr\.?))|paspoort(?:nummer)?|reisepass|passport|passeport|pasaporte|passaporto|passaporte|паспорта?|
  (?:personal)?ausweis(?:-?(?:nummer|nr\.?))?|perso(?:-?(?:nummer|nr\.?))?|(?:national )?id[- ]card|identity card|carte d['’]identité|carta d['’]identità|(?:driver['’]?s?|driving)['’]? licen[cs]e|führerschein(?:-?(?:nummer|nr\.?))?|
  permis de conduire|rijbewijs(?:nummer)?|patente|residence permit|aufenthaltstitel|green card|visa number)(?!\p{L})|(?:พาสปอร์ต|หนังสือเดินทาง|ใบขับขี่|护照|護照|旅券|パスポート|여권)[\p{sc=Thai}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]{0,20})`.replaceAll(
    /\n\s*/gu,
    '',
  ) +
    String.raw`(?:\s?(?:number|no\.?|nr\.?|nummer|num\.?|n[°º]|número|numéro|numero|номер|#|is|ist|lautet|est|es|è|คือ|เลขที่|เลข|เบอร์|:|=)){0,3}\s{0,2}["'„“]?(?<secret>(?=[A-Z\d]{0,3}\s?[A-Z\d]{0,6}\d)[A-Z\d]{1,3}\s?[A-Z\d]{5,15}(?:\s[A-Z\d]{1,4})?)(?![\p{L}\p{N}]|[.,:/-]\p{N})`,
  'dgiu',
);
const isPaper = (text: string): boolean =>
  /^[A-Z\d ]+$/u.test(text.toUpperCase()) &&
  (text.match(/\d/gu)?.length ?? 0) >= 4 &&
  !/[a-z]{2}/u.test(text) &&
  text.replaceAll(' ', '').length >= 6;

/** "my mother's maiden name is …": what a bank asks. */
const answers = new RegExp(
  String.raw`(?:(?<!\p{L})(?:[Mm]aiden name|[Ss]ec(?:urity|ret) (?:answer|question)|[Mm]ädchennamen?|[Gg]eburtsname|[Ss]icherheits(?:antwort|frage)|nom de jeune fille|question secrète|apellido de soltera|pregunta (?:de seguridad|secreta)|cognome da nubile)(?!\p{L})|คำ(?:ตอบ|ถาม)(?:กันลืม|ลับ|ความปลอดภัย)|นามสกุลเดิม)[^\n.!?:=]{0,50}?(?:${says}|\?\s|\s(?:est|es|è)\s)["'„“]?(?<secret>\p{L}[\p{L}\p{M}'’-]{1,40}(?: \p{Lu}[\p{L}\p{M}'’-]{1,30}){0,2})(?=["'“”.,;!]{0,2}(?:\s|$))`,
  'dgu',
);
const isAnswer = (text: string): boolean =>
  !text.split(' ').some(isDescribing) && !/^\p{Lu}\p{Ll}+(?:name|frage|feld)$|^(?:my|meine?)$/u.test(text);

/** `4111 1111 1111 1111`; without gaps only after a word such as "card", or before one such as "exp". */
const cardName =
  'card|karte|kort|kart[ay]|carte|tarjeta|carta|cartão|карт|visa|mastercard|maestro|amex|american express|diners|discover|unionpay|jcb|บัตร|卡号|カード|카드';
const cards: RegExp[] = [
  /(?<![\d-])(?<secret>[3-6]\d{3}([ .\u00a0-])\d{4}\2\d{4}\2\d{4}(?:\2\d{1,3})?)(?![\d-])/dg,
  /(?<![\d-])(?<secret>3[47]\d{2}([ .\u00a0-])\d{6}\2\d{5})(?![\d-])/dg,
  new RegExp(String.raw`(?:${cardName})[^\d\n]{0,30}(?<![\d-])(?<secret>[3-6]\d{12,18})(?!\d)`, 'dgiu'),
  /(?<![\d-])(?<secret>[3-6]\d{12,18})(?=[^\d\n]{0,12}(?:cvv|cvc|exp|valid|gültig|หมดอายุ)|[ ,]{1,2}\d\d\/\d\d(?!\/))/dgiu,
];

const isCardNumber = (text: string): boolean => isLuhn(text.replaceAll(/\D/gu, ''));

const patterns: SecretPattern[] = [
  { kind: 'card', pattern: cardCode },
  { kind: 'code', pattern: onceCodes },
  { kind: 'seed-phrase', pattern: seedWords },
  { kind: 'document', pattern: papers, accepts: isPaper },
  { kind: 'answer', pattern: answers, accepts: isAnswer },
];

/** Finds numbers of cards by their form and check digit. */
export const findCardNumbers = (text: string): Finding[] =>
  findByPatterns(
    text,
    cards.map((pattern) => ({ kind: 'card', pattern, accepts: isCardNumber })),
  );

/**
 * Finds backup codes, seed phrases, codes of cards, papers and security answers in plain sentences, without quotes or other marks around them.
 */
export const findStatedSecrets = (text: string): Finding[] => [
  ...findByPatterns(text, patterns),
  ...findWordRuns(text),
];
