/** What somebody says of herself that holds for longer than the task at hand: home, work, name, tools, languages. */
const ofOneself = [
  'i (?:now |still |currently |actually )*(?:live|work|use|prefer|like|love|hate|speak|come from|go by)\\b',
  "i(?:[’']m| am) (?:now |actually )*(?:using|living|working (?:at|for|as)|called|named|from|based|an? \\p{L})",
  'my (?!(?:mistake|bad|fault|point|question|guess|idea|plan|suggestion|understanding|problem|apologies)\\b)[\\p{L} -]{2,30} (?:is|are)\\b',
  'ich (?:wohne|lebe|arbeite|heiße|nutze|verwende|benutze|bevorzuge|mag|liebe|spreche|komme aus)(?!\\p{L})',
  'mein\\p{L}* (?!(?:fehler|schuld|frage|idee|vorschlag|problem|plan)(?!\\p{L}))[\\p{L} -]{2,30} (?:ist|sind|heißt)(?!\\p{L})',
  '(?:ผม|ฉัน|ดิฉัน|หนู)(?:ไม่ได้|ไม่)?(?:อาศัย)?(?:อยู่(?:ที่|ใน|จังหวัด)?|ทำงาน(?:เป็น|ที่|ให้)?|ชื่อ|ใช้|ชอบ|พูด|เปลี่ยนมาใช้|ย้ายไป(?:อยู่|ใช้)?|เลิกใช้)',
].map((source) => new RegExp(`^(?:${source})`, 'iu'));

/** Whether a statement says something lasting about who speaks, so that it is filed with the user and not with the project. */
export const isOfOneself = (statement: string): boolean =>
  ofOneself.some((pattern) => pattern.test(statement));
