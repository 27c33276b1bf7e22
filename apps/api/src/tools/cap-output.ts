/** Characters of a result that the model reads: the largest page of `read_file` passes whole. */
const maximumOutput = 280_000;

/** Keeps head and tail of a text that is too long and says between them how much was cut. */
export function capOutput(text: string, maximum = maximumOutput): string {
  if (text.length <= maximum) return text;
  const half = Math.floor(maximum / 2);
  const head = text.slice(0, half).toWellFormed();
  const tail = text.slice(-half).toWellFormed();
  return `${head}\n[… ${text.length - 2 * half} characters cut …]\n${tail}`;
}
