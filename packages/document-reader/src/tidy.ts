/** Ends lines by `\n` and drops what no store takes: control characters, and halves of surrogate pairs. */
export function tidy(text: string): string {
  return text
    .replaceAll(/\r\n?|[\f\v\u0085]/g, '\n')
    .replaceAll(/(?![\t\n])\p{Cc}/gu, '')
    .toWellFormed();
}
