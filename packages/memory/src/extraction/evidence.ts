import { redact } from '../redaction/redact.ts';
import type { Evidence, Message } from '../types.ts';
import { wordsOf } from '../text/words.ts';

const longestQuote = 200;
/** Characters of a message in which the quote is looked for. */
const longestSearch = 20_000;

/** Where a statement was taken from, with the line of those messages that is closest to it, in their own words. */
export async function evidenceFor(content: string, cited: Message[]): Promise<Evidence[]> {
  const sessionId = cited[0]?.sessionId;
  if (sessionId === undefined) return [];
  const quote = await redact(closestLine(content, cited));
  return [
    { sessionId, messages: cited.map((message) => message.number), quote: quote.slice(0, longestQuote) },
  ];
}

function closestLine(content: string, cited: Message[]): string {
  const words = new Set(wordsOf(content));
  const lines = cited
    .flatMap((message) => message.content.slice(0, longestSearch).split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const scored = lines.map((line) => ({
    line,
    shared: wordsOf(line).filter((word) => words.has(word)).length,
  }));
  const best = scored.reduce((one, other) => (other.shared > one.shared ? other : one), {
    line: '',
    shared: -1,
  });
  return around(best.line, words);
}

/** Of a long line the part that begins shortly before the first word that counts. */
function around(line: string, words: ReadonlySet<string>): string {
  if (line.length <= longestQuote) return line;
  const lower = line.toLowerCase();
  const places = [...words].map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, line.length - longestQuote) - 20);
  return line.slice(start, start + longestQuote).toWellFormed();
}
