/** Ends lines with `\n` and removes what no store accepts: control characters and lone surrogates. */
export function tidy(text: string): string {
  return text
    .replaceAll(/\r\n?|[\f\v\u0085]/g, '\n')
    .replaceAll(/(?![\t\n])\p{Cc}/gu, '')
    .toWellFormed();
}
