/** What is put before: decided, or to be remembered. */
const plan = [
  "(?:i|we)(?:['’]ve| have)? (?:just |now |finally )*decided to",
  "(?:remember|don['’]?t forget|do not forget|never forget),? to",
  '(?:ich habe (?:mich )?|wir haben (?:uns )?)(?:.{0,20} )?(?:entschieden|beschlossen),?',
  '(?:denke? (?:bitte )?(?:daran|dran)|vergiss (?:bitte )?nicht|vergesst nicht),?',
  '(?:ผม|ฉัน|เรา)?(?:ตัดสินใจ|อย่าลืม)(?:ว่า|จะ|ไป|แล้ว)*',
].join('|');

/** Meals, rest, the end of the day. What is done so as a rule says more: "eat less meat". */
const everyday = [
  '(?:breathe|smile|relax|rest|laugh|hydrate|have (?:some )?fun|enjoy (?:it|yourself|yourselves)|sleep(?: in| well)?|nap|eat(?: something)?|go (?:home|out|to bed|to sleep)|stay (?:home|in bed|calm|positive)|call it (?:a|an) (?:day|night))',
  '(?:have|get|grab|take|make|skip|drink|eat) (?:(?:some|a|an|my|our|the|another|quick|short|long|early|late) )*(?:lunch|dinner|breakfast|brunch|snack|coffee|tea|beer|water|break|nap|walk|breath|shower|(?:day|morning|afternoon|evening) off)',
  '(?:(?:kaffee|tee|pause|feierabend|mittag|schluss|was|etwas) (?:zu )?(?:machen|holen|trinken|essen|kochen)|(?:essen|schlafen|spazieren|nach hause|heim|ins bett) (?:zu )?gehen|auszuschlafen|zu (?:atmen|lächeln|schlafen|entspannen))',
  '(?:กินข้าว|ทานข้าว|ดื่มน้ำ|นอน|พัก(?:ผ่อน|เที่ยง)?|กลับบ้าน|หายใจ|ยิ้ม|เดินเล่น)',
].join('|');

/** When, and what has nothing to do with it. */
const when = '(?:first|now|early|again|today|tonight|tomorrow|soon|erst ?mal|jetzt|heute|für heute|ก่อน|นะ)';

/** "…, everyone", "…, back in 30" */
const end = String.raw`(?:\s?[,;:(].*|\s\p{sc=Thai}.*)?[\s.!]*`;
const pattern = new RegExp(`^(?:${plan})\\s*(?:${when}\\s+)*(?:${everyday})(?:\\s*${when})*${end}$`, 'iu');

/** "I decided to have lunch first", "remember to breathe": of the moment, nothing for later. */
export const isEveryday = (statement: string): boolean => pattern.test(statement);
