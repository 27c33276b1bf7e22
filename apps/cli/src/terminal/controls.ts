/** Control sequences of terminals. */

export const up = (rows: number): string => (rows > 0 ? `\u001b[${rows}A` : '');
export const toColumn = (column: number): string => `\u001b[${column + 1}G`;
export const clearDown = '\r\u001b[J';
export const clearAll = '\u001b[2J\u001b[H';
export const reportPastes = '\u001b[?2004h';
export const reportPastesNoMore = '\u001b[?2004l';
/** OSC 52: many terminals take it, also over ssh; the others ignore it. */
export const toClipboard = (text: string): string =>
  `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`;
