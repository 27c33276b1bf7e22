import { diffLines } from 'diff';
import type { ItemChange, SectionChange } from './changes.ts';
import type { Candidate, Item } from './section.ts';

/** The parts of a section that are compared. */
export type ComparedSection = {
  type: string;
  tokens: number;
  hash: string;
  /** The text of the section. Each message is one line. */
  text: string;
  candidates: Candidate[];
};

/** Lines shown around a change. */
const contextLines = 1;

/** Returns the differences of two contexts by section. Empty when they are the same. Pure. */
export function diffSections(before: ComparedSection[], after: ComparedSection[]): SectionChange[] {
  const types = [...new Set([...before, ...after].map(({ type }) => type))];
  return types.flatMap((type) => {
    const [one, other] = [before, after].map((sections) => sections.find((section) => section.type === type));
    const items = diffCandidates(one?.candidates ?? [], other?.candidates ?? []);
    if (one && other && one.hash === other.hash && items.length === 0) return [];
    return [
      {
        type,
        change: one ? (other ? 'changed' : 'gone') : 'added',
        tokensBefore: one?.tokens ?? 0,
        tokensAfter: other?.tokens ?? 0,
        lines: changedLines(one?.text ?? '', other?.text ?? ''),
        items,
      } satisfies SectionChange,
    ];
  });
}

function changedLines(before: string, after: string): SectionChange['lines'] {
  const lines = diffLines(`${before}\n`, `${after}\n`).flatMap(({ value, added, removed }) => {
    const change = added ? ('added' as const) : removed ? ('gone' as const) : ('same' as const);
    return value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ change, text }));
  });
  const isNearChange = (index: number): boolean =>
    lines
      .slice(Math.max(0, index - contextLines), index + contextLines + 1)
      .some(({ change }) => change !== 'same');
  return lines.filter((line, index) => isNearChange(index) && (line.change === 'same' || line.text !== ''));
}

/** Returns how the candidates changed from one context to another. */
export function diffCandidates(before: Candidate[], after: Candidate[]): ItemChange[] {
  const keyOf = ({ kind, id }: Candidate): string => `${kind} ${id}`;
  const [then, now] = [before, after].map(
    (list) => new Map(list.map((one, place) => [keyOf(one), { ...one, place }])),
  );
  const keys = [...new Set([...before, ...after].map(keyOf))];
  return keys.flatMap((key) => {
    const [one, other] = [then?.get(key), now?.get(key)];
    const change = changeOf(one, other);
    const { kind, id } = one ?? other ?? {};
    if (!change || !kind || id === undefined) return [];
    return [{ kind, id, change, before: figuresOf(one), after: figuresOf(other) }];
  });
}

type Placed = Candidate & { place: number };

/** `added` and `gone` refer to the prompt, not to the list of candidates. */
function changeOf(before: Placed | undefined, after: Placed | undefined): ItemChange['change'] | null {
  const [was, is] = [before?.included ?? false, after?.included ?? false];
  if (was !== is) return is ? 'added' : 'gone';
  if (!was || !before || !after) return null;
  if (before.place !== after.place) return 'moved';
  return before.reason === after.reason && before.score === after.score ? null : 'reason';
}

const figuresOf = (one: Candidate | undefined): ItemChange['before'] =>
  one ? { included: one.included, score: one.score, reason: one.reason } : null;

/** The text of a section's items. */
export const textOf = (items: Item[], separator: string): string =>
  items.flatMap(({ text }) => text ?? []).join(separator);
