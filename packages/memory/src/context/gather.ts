import { z } from 'zod';
import { givenConversation } from '../fields/conversation.ts';
import * as fields from '../fields/fields.ts';
import { isOutage, MemoryError } from '../errors.ts';
import { readableScopes } from '../namespaces.ts';
import type { Log } from '../ports.ts';
import type { RedactedText } from '../redaction/redacted-text.ts';
import type { SessionContext } from '../store/contexts.ts';
import type { MemoryRecord } from '../store/memories.ts';
import type { Store } from '../store/store.ts';
import type { Topic } from '../store/topics.ts';
import { isStanding } from '../types.ts';
import { capOf, contextProfile, withShares, type ContextProfile } from './profile.ts';
import {
  blockSection,
  memoriesSection,
  messageKey,
  pinnedSection,
  projectSection,
  relatedSection,
  sourceSections,
  standingSection,
  stateSection,
  type Recalled,
  type Related,
  type Standing,
} from './gathered-sections.ts';
import type { ItemInput, SectionInput } from './section.ts';

/** The functions of other parts that gathering calls. */
export type ContextSources<Recall extends Recalled> = {
  store: Pick<Store, 'getSessionContext'>;
  recall: (input: {
    text: string | RedactedText;
    previous: string[];
    project: string | null;
    agent: string | null;
    sessionId: string;
    topics: string[];
    budgetTokens: number;
    sourceTokens: number;
    exclude: string[];
    /** Memories in other sections, which are not repeated. */
    shown: MemoryRecord[];
    told: string[];
    hiddenMessages: number[];
    preview: boolean;
    signal?: AbortSignal | undefined;
  }) => Promise<Recall>;
  focusBlock: (
    project: string | null,
    budgetTokens: number,
  ) => Promise<{ block: string; topics: Topic[]; degraded: string[] }>;
  /** Of the user; an IANA name. */
  timeZone: string;
  /** Renders memories as lines of a prompt. */
  linesOf: (memories: MemoryRecord[]) => { id: string; text: string }[];
  /** Chooses and renders what every prompt says about the user and how to work. */
  standing: (memories: MemoryRecord[], budgetTokens: number) => Standing;
  /** Renders plan, tasks and decisions of a project as a prompt shows them. */
  projectItems: (project: string | null, planned: MemoryRecord[]) => ItemInput[];
  /** Called with the memories that are put into every prompt, whatever the question. */
  noteShown: (ids: string[]) => void;
  /** `embedded`: the message's vector from the recall. */
  relatedSessions: (input: {
    text: string | RedactedText;
    project: string | null;
    sessionId: string;
    embedded: Recall['embedded'];
    signal?: AbortSignal | undefined;
  }) => Promise<Related[]>;
  log: Log;
};

export const readInput = z.strictObject({
  sessionId: fields.id,
  project: fields.project,
  /** The agent whose context it is, which also reads what it keeps for itself. */
  agent: z.string().nullish(),
  profile: contextProfile,
  /** Tokens of the whole context. */
  budget: z.number(),
});
export type ReadInput = z.input<typeof readInput>;

/** What a context shows whatever the message says. */
export type ContextBasis = {
  /** Null if it could not be read. */
  session: SessionContext | null;
  focus: { block: string; topics: Topic[]; degraded: string[] };
  degraded: string[];
};

export const gatherInput = readInput.extend({
  /** The user's message. */
  text: fields.messageText,
  /** The conversation before it. */
  before: givenConversation,
  /** Read before; by default it is read now. */
  basis: fields.object<ContextBasis>().optional(),
  /** Ids of memories that are elsewhere in the context. */
  exclude: fields.id.array().optional(),
  /** Strengthens no memory, because no model will see the context. */
  preview: fields.flag,
  signal: fields.signal,
});
export type GatherInput = z.input<typeof gatherInput>;

/** What memory adds to a context. */
export type Gathered<Recall> = {
  sections: SectionInput[];
  recall: Recall;
  /** What is in the context: ids of memories that are standing, pinned, of the project or recalled, and `<session>/<number>` of recalled messages. */
  shown: string[];
  /** What every prompt says about the user and how to work. */
  standing: Standing['lines'];
  /** The lines of what every prompt says, and of past messages, that are about the message; each group best first. */
  about: string[];
  /** Topics of recent work, strongest first. */
  topics: Topic[];
  /** The profile with the shares that the user chose for the session. */
  profile: ContextProfile;
  hidden: number[];
  degraded: string[];
};

/** How many messages before it may name what a message is about. */
const previousMessages = 3;

const nothing: SessionContext = {
  state: {},
  choices: { pinned: [], excluded: [], hidden: [], shares: {} },
  pinned: [],
  planned: [],
  standing: [],
};

/**
 * Reads what a context shows whatever the message says: the session's state and choices, its pinned memories, the project's planned and
 * the standing ones, and recent focus. Two store calls at the same time. A failing part is left out and named in `degraded`. Throws only `conflict` for a session of
 * another project.
 */
export async function readBasis<Recall extends Recalled>(
  { store, focusBlock, log }: ContextSources<Recall>,
  { sessionId, project, agent = null, profile, budget }: ReadInput,
): Promise<ContextBasis> {
  const degraded: string[] = [];
  const [session, focus] = await Promise.all([
    store.getSessionContext(sessionId, readableScopes(project, { agent })).catch((error: unknown) => {
      if (error instanceof MemoryError && error.code === 'conflict') throw error;
      if (!isOutage(error))
        log.error({ err: error, sessionId }, 'the context of the session could not be read');
      degraded.push(
        'the state and the pins of the session, and what is known about the user, could not be read',
      );
      return null;
    }),
    focusBlock(project, capOf(profile, 'focus', 4, budget)),
  ]);
  return { session, focus, degraded: [...degraded, ...focus.degraded] };
}

/**
 * Gathers what memory adds to the context of a message: what every prompt says about the user and how to work, the project's plan, tasks
 * and decisions, session state, pinned and relevant memories, recent focus, and in a new session the earlier ones that it may continue. At most two store calls follow one another. A
 * failing part is left out and named in `degraded`. Throws only the reason of an aborted signal, `invalid_input`, and `conflict` for a
 * session of another project.
 */
export async function gather<Recall extends Recalled>(
  sources: ContextSources<Recall>,
  input: GatherInput,
): Promise<Gathered<Recall>> {
  const { sessionId, project, text, before, budget, signal } = input;
  const { agent = null, preview = false, exclude = [] } = input;
  const earlier = before.flatMap(({ message, number }) =>
    message.role === 'user' && number !== null ? [message.content] : [],
  );
  const { session, focus, degraded } = input.basis ?? (await readBasis(sources, input));
  const failures: string[] = [];
  const { state, choices, pinned, planned } = session ?? nothing;
  const profile = withShares(input.profile, choices.shares);
  const excluded = new Set([...exclude, ...choices.excluded]);
  const isElsewhere = new Set([...excluded, ...pinned.map(({ id }) => id)]);
  const ofProject = planned.filter(({ id }) => !isElsewhere.has(id));
  const isToldHere = toldIn(input, choices.hidden);
  const standing = sources.standing(
    (session ?? nothing).standing.filter((memory) => !isElsewhere.has(memory.id) && !isToldHere(memory)),
    capOf(profile, 'standing', 3, budget),
  );
  const shown = [...standing.lines.map(({ memory }) => memory), ...pinned, ...ofProject].map(({ id }) => id);
  if (!preview) sources.noteShown(shown);
  const pinnedLines = sources.linesOf(pinned);
  const projectLines = sources.projectItems(project, ofProject);
  const told = [...standing.lines, ...pinnedLines, ...projectLines].map((item) => item.text);
  const recall = await sources.recall({
    text,
    previous: earlier.slice(-previousMessages).toReversed(),
    project,
    agent,
    sessionId,
    topics: focus.topics.map(({ topic }) => topic),
    budgetTokens: capOf(profile, 'memories', 4, budget),
    sourceTokens: capOf(profile, 'sources', 4, budget),
    exclude: [...excluded],
    shown: [...standing.told, ...pinned, ...ofProject],
    told,
    hiddenMessages: choices.hidden,
    preview,
    signal,
  });
  const related =
    before.length > 0
      ? []
      : await sources
          .relatedSessions({ text, project, sessionId, embedded: recall.embedded, signal })
          .catch((error: unknown) => {
            signal?.throwIfAborted();
            sources.log.warn({ err: error, sessionId }, 'earlier sessions could not be searched');
            failures.push('earlier sessions could not be searched');
            return [];
          });
  return {
    sections: [
      standingSection(standing, recall),
      projectSection(projectLines),
      stateSection(sessionId, state),
      pinnedSection(pinnedLines),
      relatedSection(related, [...told, recall.parts.memory], sources.timeZone),
      blockSection('focus', 'focus', focus.block),
      blockSection('signals', 'memory', recall.signals),
      memoriesSection(recall, new Set(shown)),
      ...sourceSections(recall),
    ].filter(({ items, candidates = [] }) => items.length + candidates.length > 0),
    recall,
    shown: [
      ...new Set([
        ...shown,
        ...recall.memories.flatMap(({ memory, injected }) => (injected ? [memory.id] : [])),
        ...recall.said.flatMap(({ message, injected }) => (injected ? [messageKey(message)] : [])),
      ]),
    ],
    standing: standing.lines,
    about: [
      ...recall.memories.flatMap(({ memory: { id } }) =>
        standing.lines.flatMap((line) => (line.memory.id === id ? [line.text] : [])),
      ),
      ...recall.said.flatMap(({ line, injected }) => (injected ? [line] : [])),
    ],
    topics: focus.topics,
    profile,
    hidden: choices.hidden,
    degraded: [...degraded, ...failures, ...recall.degraded],
  };
}

/**
 * Returns whether a memory of no standing category tells what is still in the conversation, from a message before or
 * the one that is answered. The section then needs no line for it, so the beginning of the prompt stays the same.
 */
function toldIn(
  { sessionId, before }: GatherInput,
  hidden: number[],
): (memory: Pick<MemoryRecord, 'category' | 'evidence'>) => boolean {
  const numbers = before.flatMap(({ number }) => number ?? []);
  const last = Math.max(0, ...numbers);
  const seen = new Set(numbers.filter((number) => !hidden.includes(number)));
  return ({ category, evidence }) =>
    !isStanding(category) &&
    evidence.some(
      (one) =>
        one.sessionId === sessionId && one.messages.some((number) => number > last || seen.has(number)),
    );
}
