import { countTokens } from '../text/tokens.ts';
import type { Message } from '../store/messages.ts';
import { mentionsIn, type Mentioning } from './identifier-mentions.ts';

/** `score`: how often it was used of late. */
export type Identifier = { text: string; score: number };

/** What an identifier keeps of its score at each compaction, so that those of past work make room. */
const kept = 0.5;
/** Tokens of the separator behind an identifier, and at most of what begins a line. */
const separator = 1;
const lineStart = 6;

type Input = {
  /** The messages that leave the context. */
  messages: Message[];
  /** The list of the summary so far. */
  earlier: Identifier[];
  /** What stands in the context beside the list: its identifiers need no entry. */
  standing: readonly Mentioning[];
  /** Tokens. */
  limit: number;
};

/**
 * The identifiers (paths, commands, symbols, ids, addresses) used most and last in a part of a session, found by code and not by a
 * model: best first, as many as fit. A command counts when it was run more than once. Deterministic, linear.
 */
export function chooseIdentifiers({ messages, earlier, standing, limit }: Input): Identifier[] {
  const stands = new Set(standing.flatMap((message) => mentionsIn(message).map((one) => one.text)));
  const ranked = count(messages, earlier)
    .filter((one) => !stands.has(one.text) && (!one.isCommand || one.mentions > 1))
    .toSorted(
      (left, right) =>
        right.score - left.score || right.lastSeen - left.lastSeen || (left.text < right.text ? -1 : 1),
    );
  return withinTokens(ranked, limit);
}

type Counted = Identifier & { isCommand: boolean; mentions: number; lastSeen: number };

function count(messages: Message[], earlier: Identifier[]): Counted[] {
  const counted = new Map<string, Counted>();
  for (const { text, score } of earlier) {
    counted.set(text, { text, score: score * kept, isCommand: false, mentions: 0, lastSeen: 0 });
  }
  for (const message of messages) {
    for (const { text, weight, isCommand } of mentionsIn(message)) {
      const known = counted.get(text);
      counted.set(text, {
        text,
        score: (known?.score ?? 0) + weight,
        isCommand: known?.isCommand ?? isCommand,
        mentions: (known?.mentions ?? 0) + 1,
        lastSeen: message.number,
      });
    }
  }
  return [...counted.values()];
}

function withinTokens(ranked: Counted[], limit: number): Identifier[] {
  const chosen: Identifier[] = [];
  const levels = new Set<number>();
  let room = limit;
  for (const { text, score } of ranked) {
    if (room <= separator) break;
    const level = levelOf(score);
    const frame = separator + (levels.has(level) ? 0 : lineStart);
    const tokens = countTokens(renderIdentifier(text)) + frame;
    if (tokens > room) continue;
    room -= tokens;
    levels.add(level);
    chosen.push({ text, score: level });
  }
  return chosen;
}

/** A line begins with the score of its identifiers, a power of two: the next summary goes on from there. */
const listLine = /^- ×(\d+): (.*)$/;
const entry = /`([^`]+)`|[^,\s]+/g;

/** One line per level of score, highest first: ``- ×4: src/a.ts, `pnpm test` ``. '' when there are none. */
export function renderIdentifiers(identifiers: Identifier[]): string {
  const levels = new Map<number, string[]>();
  for (const { text, score } of identifiers) {
    const level = levelOf(score);
    levels.set(level, [...(levels.get(level) ?? []), renderIdentifier(text)]);
  }
  return [...levels]
    .toSorted(([left], [right]) => right - left)
    .map(([level, texts]) => `- ×${level}: ${texts.join(', ')}`)
    .join('\n');
}

/** A command is quoted, because it has spaces and commas of its own. */
const renderIdentifier = (text: string): string => (/[\s,]/u.test(text) ? `\`${text}\`` : text);

/** Scores within a factor of two are alike, so that a line says them once. */
const levelOf = (score: number): number => 2 ** Math.max(0, Math.floor(Math.log2(score)));

/** The inverse of `renderIdentifiers`, with the scores of the lines; other lines are ignored. */
export function parseIdentifiers(text: string): Identifier[] {
  return text.split('\n').flatMap((row) => {
    const [, score = '1', list = ''] = listLine.exec(row) ?? [];
    return Array.from(list.matchAll(entry), ([word, quoted = word]) => ({
      text: quoted,
      score: Number(score),
    }));
  });
}
