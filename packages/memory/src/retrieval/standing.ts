import { readableScopes } from '../namespaces.ts';
import { isOnlySecret } from '../redaction/only-secret.ts';
import type { MemoryRecord } from '../store/memories.ts';
import type { Store } from '../store/store.ts';
import { localDay } from '../text/local-time.ts';
import { countTokens, truncateToTokens } from '../text/tokens.ts';
import { withTimeLimit } from '../time-limit.ts';
import { standingCategories, type Category } from '../types.ts';
import { disputedIds } from './disputed-ids.ts';
import { statementOf } from './format.ts';

/** The first line of the section. Like that of the block, it says what the lines are, so no memory can precede that notice. */
export const standingHeading =
  '## About the user and how to work (from memory: what the user told and wants; what they say now goes first)';

/** `other`: what the user asked to remember and is of no other category. */
const sectionKinds: Category[] = [...standingCategories, 'other'];
/** Tokens of a line, if not everything fits: a long story must not keep short rules out of the section. */
const lineTokens = 60;
/** Of the memories without a place the first are named, to show why. */
const mostLeftOut = 10;

/** `isWhole`: not shortened to its title or its beginning, so that recall need not bring it. */
export type StandingLine = { memory: MemoryRecord; text: string; isWhole: boolean; reason: string };

export type StandingSection = {
  /** By kind: who the user is, what they like, what always or never to do, what else they asked to remember. */
  lines: StandingLine[];
  /** The first of those that have no place. */
  leftOut: { memory: MemoryRecord; reason: string }[];
  /** What the section says, in full: memories that need no other place in the prompt. */
  told: MemoryRecord[];
};

type Line = Omit<StandingLine, 'reason'> & { tokens: number; short: () => string };

/**
 * Chooses what the section says within `budget` tokens, from memories in the order of `Store.listStanding`. Each kind gets an even part;
 * what one does not need goes to the others, and in the end to the first that still fit. No line depends on the time, so the section changes
 * only with its memories. Pure.
 */
export function chooseStanding(memories: MemoryRecord[], budget: number, timeZone: string): StandingSection {
  const room = budget - countTokens(`${standingHeading}\n`);
  const { lines: whole, repeats } = toLines(memories, timeZone);
  const lines = costOf(whole) <= room ? whole : whole.map(shortened);
  const kinds = sectionKinds.map((kind) => lines.filter(({ memory }) => memory.category === kind));
  const shares = fairShares(kinds.map(costOf), room);
  const chosen = new Set(kinds.flatMap((kind, index) => fitting(kind, shares[index] ?? 0)));
  const rest = lines.filter((line) => !chosen.has(line)).toSorted(byRank);
  for (const line of fitting(rest, room - costOf([...chosen]))) chosen.add(line);
  const inOrder = kinds.flat().filter((line) => chosen.has(line));
  const told = inOrder.filter(({ isWhole }) => isWhole).map(({ memory }) => memory);
  return {
    lines: inOrder.map(({ memory, text, isWhole }) => ({
      ...{ memory, text, isWhole },
      reason: whyStanding(memory),
    })),
    leftOut: rest
      .flatMap((line) => (chosen.has(line) ? [] : [line.memory]))
      .slice(0, mostLeftOut)
      .map((memory) => ({ memory, reason: whyNot(memory) })),
    told: [...told, ...told.flatMap(({ id }) => repeats.get(id) ?? [])],
  };
}

/** Whether the user said it, which counts before its importance. */
const isStated = ({ trust, source }: MemoryRecord): boolean => trust === 'user' || source === 'user_stated';

const byRank = ({ memory: a }: Line, { memory: b }: Line): number =>
  Number(isStated(b)) - Number(isStated(a)) ||
  b.importance - a.importance ||
  b.createdAt.getTime() - a.createdAt.getTime() ||
  (a.id < b.id ? -1 : 1);

/** Describes why a memory is in every prompt. */
export const whyStanding = (memory: MemoryRecord): string =>
  `in every prompt: ${kindOf(memory)}${isStated(memory) ? 'stated by the user, ' : ''}importance ${memory.importance}`;

const whyNot = (memory: MemoryRecord): string =>
  `no room among what every prompt shows: ${kindOf(memory)}importance ${memory.importance}; recalled where it helps`;

const kindOf = ({ category }: MemoryRecord): string => (category === 'other' ? '' : `${category}, `);

/** Makes the lines, one of each text. `repeats`: the other memories with the text of one, by its id. */
function toLines(
  memories: MemoryRecord[],
  timeZone: string,
): { lines: Line[]; repeats: Map<string, MemoryRecord[]> } {
  const view = { disputed: disputedIds(memories), timeZone };
  const byText = new Map<string, MemoryRecord[]>();
  for (const memory of memories) {
    const text = isOnlySecret(memory.content) ? null : lineOf(memory, 'content', view);
    if (text !== null) byText.set(text, [...(byText.get(text) ?? []), memory]);
  }
  const lines: Line[] = [];
  const repeats = new Map<string, MemoryRecord[]>();
  for (const [text, [memory, ...others]] of byText) {
    if (!memory) continue;
    const short = (): string => lineOf(memory, 'title', view) ?? cut(text);
    lines.push({ memory, text, isWhole: true, tokens: costOfText(text), short });
    repeats.set(memory.id, others);
  }
  return { lines, repeats };
}

/** The day of a disputed one tells which is the later word. Null if it has no legible text. */
function lineOf(
  memory: MemoryRecord,
  form: 'content' | 'title',
  { disputed, timeZone }: { disputed: ReadonlySet<string>; timeZone: string },
): string | null {
  const isDisputed = disputed.has(memory.id);
  const statement = statementOf(memory, form, isDisputed);
  const standing = isStated(memory) ? '' : '(concluded) ';
  const day = isDisputed ? `(${localDay(memory.createdAt, timeZone)}) ` : '';
  return statement === null ? null : `- ${day}${standing}${statement}`;
}

const cut = (text: string): string => `${truncateToTokens(text, lineTokens - 3).trimEnd()} …`;

function shortened(line: Line): Line {
  if (line.tokens <= lineTokens) return line;
  const text = line.short();
  return { ...line, text, isWhole: false, tokens: costOfText(text) };
}

/** Including its line feed: the tokenizer always splits before the next "-", so the sum of the lines is that of the section. */
const costOfText = (text: string): number => countTokens(`${text}\n`);
const costOf = (lines: Line[]): number => lines.reduce((sum, { tokens }) => sum + tokens, 0);

/** Takes lines in order, and skips those that do not fit. */
function fitting(lines: Line[], room: number): Line[] {
  let left = room;
  return lines.filter(({ tokens }) => {
    const fits = tokens <= left;
    if (fits) left -= tokens;
    return fits;
  });
}

/** Divides the room evenly; what one does not need goes to the others. */
function fairShares(wanted: number[], room: number): number[] {
  const shares = wanted.map(() => 0);
  let left = Math.max(0, room);
  let open = wanted.map((_, index) => index);
  while (open.length > 0) {
    const share = left / open.length;
    const content = open.filter((index) => (wanted[index] ?? 0) <= share);
    for (const index of content.length > 0 ? content : open) {
      shares[index] = Math.min(wanted[index] ?? 0, share);
      left -= shares[index] ?? 0;
    }
    open = content.length > 0 ? open.filter((index) => !content.includes(index)) : [];
  }
  return shares;
}

/** The section as a text; '' without lines. */
export const standingBlock = ({ lines }: StandingSection): string =>
  lines.length === 0 ? '' : [standingHeading, ...lines.map(({ text }) => text)].join('\n');

export type StandingReader = {
  project: string | null;
  agent?: string | null | undefined;
  exclude?: string[] | undefined;
  signal?: AbortSignal | undefined;
};

/** Reads the memories and chooses. Throws what the store throws, and a `TimeoutError`. */
export async function readStanding(
  store: Pick<Store, 'listStanding'>,
  { project, agent, exclude = [], signal }: StandingReader,
  { budget, milliseconds, timeZone }: { budget: number; milliseconds: number; timeZone: string },
): Promise<StandingSection> {
  if (budget <= 0) return chooseStanding([], 0, timeZone);
  const scopes = readableScopes(project, { agent });
  const memories = await withTimeLimit(() => store.listStanding(scopes, exclude), { milliseconds, signal });
  return chooseStanding(memories, budget, timeZone);
}
