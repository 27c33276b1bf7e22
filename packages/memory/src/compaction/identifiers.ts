import { countTokens } from '../text/tokens.ts';
import type { Message } from '../store/messages.ts';
import { renderIdentifiers, type Identifier } from './identifier-list.ts';
import { mentionsIn } from './identifier-mentions.ts';
import { identifierKinds, type IdentifierKind } from './identifier-words.ts';

/** The most entries of each kind, so that none crowds out the others. */
const perKind = { path: 18, command: 8, symbol: 14, id: 6, url: 4 } as const satisfies Record<
  IdentifierKind,
  number
>;
/** An identifier that a single tool output mentions is not worth keeping. */
const leastScore = 2;

/**
 * The identifiers (paths, commands, symbols, ids, addresses) used most in a part of a session, found by code and not by a model:
 * by kind, best first, within `limit` tokens. `earlier` are those of the summary so far; their scores are halved, so that
 * identifiers of past work make room. Deterministic.
 */
export function mostUsedIdentifiers(messages: Message[], earlier: Identifier[], limit: number): Identifier[] {
  const counted = foldShortPaths(count(messages, earlier)).filter((one) => one.score >= leastScore);
  const ranked = counted.toSorted(
    (left, right) =>
      right.score - left.score || right.lastSeen - left.lastSeen || (left.text < right.text ? -1 : 1),
  );
  const best = identifierKinds.flatMap((kind) =>
    ranked.filter((one) => one.kind === kind).slice(0, perKind[kind]),
  );
  return withinTokens(best, limit);
}

type Counted = Identifier & { lastSeen: number };

function count(messages: Message[], earlier: Identifier[]): Counted[] {
  const counted = new Map<string, Counted>();
  for (const { kind, text, score } of earlier) {
    counted.set(text, { kind, text, score: Math.ceil(score / 2), lastSeen: 0 });
  }
  for (const message of messages) {
    for (const { kind, text, weight } of mentionsIn(message)) {
      const known = counted.get(text);
      const score = (known?.score ?? 0) + weight;
      counted.set(text, { kind: known?.kind ?? kind, text, score, lastSeen: message.number });
    }
  }
  return [...counted.values()];
}

/** Counts `main.ts` for `src/main.ts` when that is the only path with this ending. */
function foldShortPaths(counted: Counted[]): Counted[] {
  const byEnding = new Map<string, Counted[]>();
  for (const one of counted) {
    if (one.kind !== 'path') continue;
    for (let at = one.text.indexOf('/'); at !== -1; at = one.text.indexOf('/', at + 1)) {
      const ending = one.text.slice(at + 1);
      byEnding.set(ending, [...(byEnding.get(ending) ?? []), one]);
    }
  }
  const added = new Map<Counted, number>();
  const kept = counted.filter((one) => {
    const [longer, another] = (one.kind === 'path' && byEnding.get(one.text)) || [];
    if (!longer || another) return true;
    added.set(longer, (added.get(longer) ?? 0) + one.score);
    return false;
  });
  return kept.map((one) => ({ ...one, score: one.score + (added.get(one) ?? 0) }));
}

function withinTokens(identifiers: Counted[], limit: number): Identifier[] {
  let kept = identifiers.map(({ kind, text, score }) => ({ kind, text, score }));
  while (kept.length > 0 && countTokens(renderIdentifiers(kept)) > limit) {
    const least = Math.min(...kept.map((one) => one.score));
    const drop = kept.findLastIndex((one) => one.score === least);
    kept = kept.toSpliced(drop, 1);
  }
  return kept;
}
