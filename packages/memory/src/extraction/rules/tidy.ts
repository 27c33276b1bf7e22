const opening =
  /^(?:(?:ok(?:ay)?|yes|yeah|yep|right|sure|great|good|nice|perfect|cool|well|so|and|but|also|oh|ah|hm+|hey|hi|hello|btw|by the way|fyi|thanks|thank you|one more thing|another thing|ja|genau|gut|super|danke|und|aber|also|ach(?: ja)?|übrigens|noch was|noch etwas|hallo)(?:[,.!:–—-]+\s*|\s+)|(?:โอเค|อ้อ|เอ่อ|ใช่(?:แล้ว)?|และ|แล้วก็|อีกอย่าง|ขอบคุณ|สวัสดี)(?:ครับ|ค่ะ|คะ|นะ)*[\s,]+|(?:wait|hold on|oops|sorry|(?:on|with) second thoughts?|scratch that|moment|warte|ups|entschuldigung)[,.!]\s*)+/iu;
const please = /^(?:please|bitte|กรุณา|โปรด|ช่วย)[\s,]*/iu;
const closing =
  /(?:[\s,]+(?:please|bitte)|,\s*(?:thanks|thank you|ok(?:ay)?|right|danke|ja|ne))?[\s.!]*$|(?:\s*(?:นะ|ครับ|ค่ะ|คะ|จ้า|จ้ะ))+[\s.!]*$/iu;
const quotes = /^["“„»'‘](.+)["”“«'’]$/su;

/** A list's mark where no list is: "remember this: - the port is 8080". */
const dash = /^\s*[-–—*•]\s+/u;

/** A sentence as a statement: without what opens and closes talk, and without its full stop. */
export function tidy(sentence: string): string {
  const bare = withoutOpening(sentence.replace(dash, '')).replace(please, '').replace(closing, '').trim();
  return bare.replace(quotes, '$1').replace(/[\s,;:]+$/u, '');
}

/** Without "ok,", "and", "by the way" … */
export const withoutOpening = (sentence: string): string => sentence.trim().replace(opening, '');
