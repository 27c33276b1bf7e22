import { countTokens } from '../text/tokens.ts';
import type { Message } from '../store/messages.ts';
import { mentionsIn, weights, type Mentioning } from './identifier-mentions.ts';

/**
 * The score of the first identifier of the previous summary, in weights of mentions; the second has half of it, the
 * third a third, and so on.
 */
const firstOfEarlier = 24;
/** Tokens of the separator after an identifier. */
const separator = 1;

type Input = {
  /** The messages that leave the context. */
  messages: Message[];
  /** The identifiers of the previous summary. */
  earlier: string[];
  /** Messages that stay in the context: their identifiers need no entry. */
  standing: readonly Mentioning[];
  /** Maximum tokens of the list. */
  limit: number;
};

/**
 * Returns the identifiers (paths, commands, symbols, ids, addresses) used most in a part of a session, best first, as
 * many as fit. They are found by code rather than by a model. A command only counts if it was run more than once.
 * Deterministic, linear.
 */
export function chooseIdentifiers({ messages, earlier, standing, limit }: Input): string[] {
  const scores = new Map(earlier.map((text, index) => [text, firstOfEarlier / (1 + index)]));
  for (const message of messages) {
    for (const [text, weight] of mentionsIn(message)) scores.set(text, (scores.get(text) ?? 0) + weight);
  }
  for (const message of standing) for (const text of mentionsIn(message).keys()) scores.delete(text);
  const ranked = [...scores]
    .filter(([text, score]) => score > weights.call || !/\s/u.test(text))
    .toSorted(([, left], [, right]) => right - left);
  return withinTokens(
    ranked.map(([text]) => text),
    limit,
  );
}

function withinTokens(ranked: string[], limit: number): string[] {
  const chosen: string[] = [];
  let room = limit;
  for (const text of ranked) {
    const tokens = countTokens(renderIdentifiers([text])) + separator;
    if (tokens > room) continue;
    room -= tokens;
    chosen.push(text);
    if (room <= separator) break;
  }
  return chosen;
}

/** For example ``src/a.ts, `pnpm test` ``, best first. A command is quoted, because it contains spaces and commas. */
export const renderIdentifiers = (identifiers: string[]): string =>
  identifiers.map((text) => (/[\s,]/u.test(text) ? `\`${text}\`` : text)).join(', ');

/** The inverse of `renderIdentifiers`. Lists in an older format have lines that begin with a score, highest first. */
export const parseIdentifiers = (text: string): string[] =>
  Array.from(
    text.replaceAll(/^- ×\d+: /gm, '').matchAll(/`([^`]+)`|[^,\s]+/g),
    ([word, quoted = word]) => quoted,
  );
