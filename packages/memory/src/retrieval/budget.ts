import { countTokens } from '../text/tokens.ts';
import type { MemoryRecord } from '../store/memories.ts';
import { disputedIds } from './disputed-ids.ts';
import {
  blockHeading,
  formatBlock,
  headingOf,
  lineStart,
  sectionOf,
  statementOf,
  type Section,
} from './format.ts';

/** How a memory appears in the block. `repeats`: its line would duplicate one that is already there. */
export type Placement = 'content' | 'title' | 'no_room' | 'repeats' | 'illegible';

export type Fitted = {
  /** '' when nothing fits. */
  block: string;
  tokens: number;
  /** The lines of the block without headings. `id` is that of the memory. */
  lines: Line[];
  /** By memory id. */
  placements: Map<string, Placement>;
};

export type Line = { id: string; section: Section; statement: string; line: string };

/** The share of the block that pinned memories may fill before the others, if not everything fits. */
const pinnedPart = 0.5;

/**
 * Fills the block with memories, best first, up to `budget` tokens including headings. A memory that does not fit is
 * shortened to its title, or skipped for a later one that fits. Pinned memories come first, but fill at most half of
 * the block (at least one of them); the rest of them come last, so that many pins do not displace the answer.
 */
export function fitToBudget(
  memories: MemoryRecord[],
  budget: number,
  { project, now, timeZone }: { project: string | null; now: Date; timeZone: string },
): Fitted {
  const view: View = { project, now, timeZone, disputed: disputedIds(memories) };
  // A token has at least one byte, and bytes are cheap to count: lines that fit by bytes fit by tokens.
  const roughly = fill(memories, budget, view, lineBytes);
  const isCut = [...roughly.placements.values()].some((one) => one === 'title' || one === 'no_room');
  const { lines, placements } = isCut
    ? fill(pinnedInTheirPart(memories, budget, view), budget, view, lineTokens)
    : roughly;
  const block = formatBlock(lines, project);
  return { block, tokens: countTokens(block), lines, placements };
}

/** What a line's text depends on besides its memory. `disputed` has ids. */
type View = { project: string | null; now: Date; timeZone: string; disputed: ReadonlySet<string> };

/** Returns the same memories, with the pinned ones beyond their share moved to the end. */
function pinnedInTheirPart(memories: MemoryRecord[], budget: number, view: View): MemoryRecord[] {
  const pinned = memories.filter((memory) => memory.pinned);
  const { placements } = fill(pinned, budget * pinnedPart, view, lineTokens);
  const isLast = (memory: MemoryRecord): boolean =>
    memory.pinned && memory !== pinned[0] && placements.get(memory.id) !== 'content';
  return memories.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)));
}

/** The cost of a line, including its line feed. */
type LineCost = (line: string) => number;

function fill(memories: MemoryRecord[], budget: number, view: View, cost: LineCost) {
  const placements = new Map<string, Placement>();
  const lines: Line[] = [];
  const seen = new Set<string>();
  const open = new Set<Section>();
  let left = budget - cost(blockHeading);
  for (const memory of memories) {
    const section = sectionOf(memory);
    const room = left - (open.has(section) ? 0 : cost(headingOf(section, view.project)));
    const { statement, placement } = place(memory, view, seen, (text) => cost(text) <= room);
    placements.set(memory.id, placement);
    if (statement === null) continue;
    const line = lineOf(memory, statement, view);
    left = room - cost(line);
    open.add(section);
    seen.add(statement);
    lines.push({ id: memory.id, section, statement, line });
  }
  return { lines, placements };
}

function place(
  memory: MemoryRecord,
  view: View,
  seen: Set<string>,
  fits: (line: string) => boolean,
): { statement: string | null; placement: Placement } {
  const isDisputed = view.disputed.has(memory.id);
  const content = statementOf(memory, 'content', isDisputed);
  if (content === null) return { statement: null, placement: 'illegible' };
  if (seen.has(content)) return { statement: null, placement: 'repeats' };
  if (fits(lineOf(memory, content, view))) return { statement: content, placement: 'content' };
  const title = statementOf(memory, 'title', isDisputed);
  if (title !== null && !seen.has(title) && fits(lineOf(memory, title, view)))
    return { statement: title, placement: 'title' };
  return { statement: null, placement: 'no_room' };
}

const lineOf = (memory: MemoryRecord, statement: string, view: View): string =>
  `${lineStart(memory, view.disputed.has(memory.id), view)}${statement}`;

/**
 * Every line begins with "-" or "#", and the tokenizer always splits between a line feed and these characters, so the
 * sum of the lines is never below the cost of the block.
 */
const lineTokens: LineCost = (line) => countTokens(`${line}\n`);
const lineBytes: LineCost = (line) => Buffer.byteLength(line) + 1;
