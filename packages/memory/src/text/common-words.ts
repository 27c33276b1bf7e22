import { atFirstUse } from './at-first-use.ts';
import { wordsOf } from './words.ts';

/**
 * Words without content: articles, prepositions, pronouns, question words. Every question shares them with every
 * statement, so sharing them means little.
 */
const english =
  'a an and are as at be been but by can could did do does for from had has have he her his how i if in into is it ' +
  'its may me my no not of on or our she should so than that the their them then there they this to us use used uses was we were ' +
  'what when where which who why will with would you your';
const german =
  'aber als am an auch auf aus bei beim bin bis da dann darf das dass dem den der des die diese dieser dieses doch du ' +
  'durch dürfen ein eine einem einen einer er es für gibt hat haben heißt ich ihm ihr im in ist ja kann man mein meine mit muss ' +
  'nach nicht noch nur ob oder ohne sein sie sind so soll sollen über um und uns unter vom von vor wann war warum was ' +
  'welche welchen welcher welches wenn wer werden wie wir wird wo zu zum zur';
const thai =
  'ที่ และ ของ ใน เป็น การ ความ ได้ มี จะ ให้ ว่า ไม่ ไป มา กับ แต่ หรือ ก็ นี้ นั้น อะไร ไหน ใคร เมื่อ เมื่อไหร่ เมื่อไร อย่างไร ' +
  'ยังไง ทำไม เท่าไร เท่าไหร่ ไร กี่ คือ ต้อง จาก ด้วย โดย ถูก ถึง แล้ว เรา ฉัน ผม คุณ ครับ ค่ะ คะ เพราะ ใช้ อยู่ แบบ';

/** As written: fold them like the text before comparing. */
export const commonWords: string[] = [english, german, thai].flatMap((list) => list.split(' '));

const common = atFirstUse(() => new Set(commonWords.flatMap((word) => wordsOf(word))));

/** Returns the index words of a text, without common ones. */
export const contentWords = (text: string): string[] => wordsOf(text).filter((word) => !common().has(word));
