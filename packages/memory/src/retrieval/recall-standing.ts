import type { MemoryOptions } from '../options.ts';
import type { Log } from '../ports.ts';
import type { MemoryRecord } from '../store/memories.ts';
import type { Store } from '../store/store.ts';
import { readStatement, readText, shareSaid } from '../text/statement-overlap.ts';
import { plainHit, type RankedHit } from './rank.ts';
import { reasonFor } from './reason.ts';
import type { RecalledMemory } from './select.ts';
import { chooseStanding, readStanding, type StandingReader, type StandingSection } from './standing.ts';

type Dependencies = { store: Pick<Store, 'listStanding'>; options: MemoryOptions; log: Log };

/**
 * Returns what every prompt shows, or why it could not be read. Nothing when other parts of the prompt show it (`shown`). Never rejects: an
 * aborted signal rejects the search beside it.
 */
export async function standingOrFail(
  { store, options, log }: Dependencies,
  input: StandingReader & { shown?: MemoryRecord[] | undefined },
  budget: number,
): Promise<{ section: StandingSection; failure: string[] }> {
  const none = chooseStanding([], 0, options.timeZone);
  if (input.shown || budget === 0) return { section: none, failure: [] };
  const { timeZone } = options;
  const milliseconds = options.retrieval.searchTimeout;
  try {
    return { section: await readStanding(store, input, { budget, milliseconds, timeZone }), failure: [] };
  } catch (error) {
    if (input.signal?.aborted !== true) log.warn({ err: error }, 'what every prompt shows could not be read');
    return { section: none, failure: ['what is known about the user could not be read'] };
  }
}

/** The memories of the section, which counts as injected whatever the message says, with their figures for it if they were found. */
export const standingMemories = ({ lines }: StandingSection, hits: RankedHit[]): RecalledMemory[] =>
  lines.map(({ memory, reason }) => {
    const hit = hits.find((one) => one.memory.id === memory.id);
    const figures = hit ? plainHit(hit) : { memory, similarity: null, wordScore: null, legs: [], score: 0 };
    return { ...figures, legs: [...figures.legs, 'standing'], injected: true, reason };
  });

/** Those that other parts of the prompt show and that are relevant to the message. */
export function elsewhereMemories(shown: MemoryRecord[], hits: RankedHit[]): RecalledMemory[] {
  const ids = new Set(shown.map(({ id }) => id));
  return hits
    .filter(
      ({ memory, judgement, legs }) =>
        ids.has(memory.id) && (judgement.isRelevant || legs.includes('overview')),
    )
    .map((hit) => ({ ...plainHit(hit), injected: true, reason: reasonFor(hit, undefined) }));
}

/** The hits that no other part of the prompt shows. One that only says what such a memory says is not kept. */
export function besideShown(hits: RankedHit[], shown: MemoryRecord[]): RankedHit[] {
  const texts = shown.map(({ content }) => readOnce(content));
  return hits
    .filter(({ standing }) => standing !== 'shown')
    .map((hit) => {
      const statement = hit.standing === 'kept' && readOnce(hit.memory.content);
      return statement && texts.some((text) => saysTheSame(text, statement))
        ? { ...hit, standing: 'repeats' as const }
        : hit;
    });
}

/** The share of a statement's words that another one has if both say the same; it says all of the other's. */
const sameShare = 0.75;

/** Of two long lists, each text is compared with many. */
const readOnce = (content: string) => ({ statement: readStatement(content), text: readText(content) });
type Read = ReturnType<typeof readOnce>;

const saysTheSame = (one: Read, other: Read): boolean =>
  one.statement.isNegated === other.statement.isNegated &&
  other.statement.words.length > 0 &&
  shareSaid(one.text, other.statement) === 1 &&
  shareSaid(other.text, one.statement) >= sameShare;
