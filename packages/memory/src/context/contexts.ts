import { z } from 'zod';
import * as fields from '../fields/fields.ts';
import { MemoryError } from '../errors.ts';
import { narrowingProject, readableScopes, scopeOf } from '../namespaces.ts';
import type { ChatMessage, Clock } from '../ports.ts';
import type { Choices, ContextRecord, ContextWithTexts } from '../store/contexts.ts';
import type { Store } from '../store/store.ts';
import { assemble, type Context } from './assemble.ts';
import { createContextLog, type Sent } from './context-log.ts';
import type { Price } from './prices.ts';
import type { ItemChange, SectionChange } from './changes.ts';
import { diffCandidates, diffSections, textOf, type ComparedSection } from './diff.ts';
import {
  gather,
  readBasis,
  type ContextBasis,
  type ContextSources,
  type Gathered,
  type GatherInput,
  type ReadInput,
} from './gather.ts';
import type { Recalled } from './gathered-sections.ts';
import { contextProfiles, withShares } from './profile.ts';
import { replay, type Replay } from './replay.ts';
import { restore, type Restored } from './restore.ts';
import type { Section } from './section.ts';

type Dependencies<Recall extends Recalled> = Omit<ContextSources<Recall>, 'store'> & {
  store: Store;
  clock: Clock;
  /** Prices of the host's models, in addition to the known ones. */
  prices: Record<string, Price>;
  storeMessages: () => Promise<unknown>;
};

/** A stored context as people and programs see it, without its texts. */
export type ContextSummary = Omit<ContextRecord, 'body'> &
  Pick<ContextRecord['body'], 'schema' | 'end' | 'usage' | 'cost' | 'prefix' | 'traceId' | 'degraded'>;

/** A stored context with what the model saw, as far as it still exists. */
export type ShownContext = ContextSummary & {
  sections: Section[];
  messages: ChatMessage[];
  /** Why parts of it are missing; empty when nothing is. */
  missing: string[];
};

/** What changed from one kept context to another, section by section. */
export type ContextDiff = { before: ContextSummary; after: ContextSummary; sections: SectionChange[] };

/** `drift`: how the result of a search today differs; null if it was not requested. */
export type ReplayReport = Replay & { drift: ItemChange[] | null };

export const contextListQuery = z.strictObject({
  sessionId: fields.id.optional(),
  project: z.string().optional(),
  turn: fields.id.optional(),
  before: fields.moment.optional(),
  limit: fields.count,
});

/** Contexts, as models see them: assembled, stored, shown, compared and replayed. */
export function createContexts<Recall extends Recalled>(dependencies: Dependencies<Recall>) {
  const { store, clock, log, prices, storeMessages } = dependencies;
  const contextLog = createContextLog({ store, clock, log, prices, storeMessages });

  return {
    /**
     * Reads what a context shows whatever the message says, for `gather`. Hosts that begin it before they store the message save the time of
     * two store calls. Throws `conflict` for a session of another project, and `invalid_input`.
     */
    read: (input: ReadInput): Promise<ContextBasis> => readBasis(dependencies, input),
    /** Gathers what memory adds to the context of a message. Throws the reason of an aborted signal, and `invalid_input`. */
    gather: (input: GatherInput): Promise<Gathered<Recall>> => gather(dependencies, input),
    /** Assembles a context. Deterministic. Throws `context_too_long` when what must be in it does not fit. */
    assemble,
    /**
     * Stores a context that a model was sent, off the hot path: resolves at once. Idempotent by `sent.id`. Throws `invalid_input`. What the
     * store refuses, such as a context of an unknown session, is logged.
     */
    keep: async (context: Context, sent: Sent): Promise<void> => contextLog.note(context, sent),
    /** Resolves when all contexts are stored, or the store is down. Never throws. */
    flush: contextLog.flush,
    /** Whether some are not stored. */
    isWaiting: contextLog.isWaiting,

    /** Lists stored contexts, newest first. Without `project`: of all projects. */
    async list(query: z.input<typeof contextListQuery> = {}): Promise<ContextSummary[]> {
      await contextLog.flush();
      const records = await store.listContexts({
        sessionId: query.sessionId ?? null,
        project: narrowingProject(query.project),
        turn: query.turn ?? null,
        before: query.before ?? null,
        limit: query.limit ?? 50,
      });
      return records.map(summaryOf);
    },
    /** Returns what the model saw, and why. Throws `not_found`. */
    async get(id: string): Promise<ShownContext> {
      const context = await require(id);
      const restored = await restore(store, context);
      const again = restored.input && (await assemble(restored.input));
      return {
        ...summaryOf(context),
        sections: again?.sections ?? [],
        messages: again?.messages ?? [],
        missing: missingOf(restored),
      };
    },
    /** Compares two contexts, of one session or of two. Throws `not_found`. */
    async diff(before: string, after: string): Promise<ContextDiff> {
      const [one, other] = [await require(before), await require(after)];
      const [then, now] = [await compared(one), await compared(other)];
      return { before: summaryOf(one), after: summaryOf(other), sections: diffSections(then, now) };
    },
    /**
     * Assembles a stored context again from what was stored, and says whether it is the same. With `retrieve` the memories are searched again,
     * and differences in the result are the drift. Changes nothing. Throws `not_found`.
     */
    async replay(id: string, { retrieve = false }: { retrieve?: boolean } = {}): Promise<ReplayReport> {
      const context = await require(id);
      return { ...(await replay(store, context)), drift: retrieve ? await driftOf(context) : null };
    },

    /** Returns the user's choices for the prompts of a session. Throws `not_found`. */
    async choices(sessionId: string): Promise<Choices> {
      const found = await store.getSessionContext(sessionId, []);
      if (!found) throw new MemoryError('not_found', `there is no session ${sessionId}`);
      return found.choices;
    },
    /**
     * Puts memories into every prompt of a session (`pinned`) or keeps them out (`excluded`), or takes that back. Throws `not_found`, also for a
     * memory that the session's project may not read, and `invalid_input` for more than 100. Idempotent.
     */
    async chooseMemories(
      sessionId: string,
      list: 'pinned' | 'excluded',
      ids: string[],
      chosen: boolean,
    ): Promise<Choices> {
      if (chosen) await requireReadable(sessionId, ids);
      return store.chooseForSession(sessionId, list, ids, chosen);
    },
    /** Keeps messages out of a session's prompts, or takes that back. Throws `not_found`, and `invalid_input` for a tool's call or result. Idempotent. */
    async hideMessages(sessionId: string, numbers: number[], hidden: boolean): Promise<Choices> {
      for (const number of hidden ? numbers : []) {
        const [message] = await store.listMessages(sessionId, { after: number - 1, limit: 1 });
        if (message?.number !== number) {
          throw new MemoryError('not_found', `there is no message ${number} in session ${sessionId}`);
        }
        if (message.type !== 'text') {
          throw new MemoryError(
            'invalid_input',
            `number: message ${number} belongs to a tool call, and cannot be hidden without it`,
          );
        }
      }
      return store.chooseForSession(sessionId, 'hidden', numbers, hidden);
    },
    /** Sets shares of the budget for a session, by priority 0 to 7; {}: those of the profile. Throws `not_found` and `invalid_input`. */
    async setShares(sessionId: string, shares: Record<string, number>): Promise<Choices> {
      for (const [priority, share] of Object.entries(shares)) {
        if (!/^[0-7]$/.test(priority) || !(share >= 0 && share <= 1)) {
          throw new MemoryError(
            'invalid_input',
            `shares: ${share} for priority ${priority} is not possible; priorities are 0 to 7, shares 0 to 1`,
          );
        }
      }
      withShares(contextProfiles.cache, shares);
      return store.setSessionShares(sessionId, shares);
    },
  };

  async function require(id: string): Promise<ContextWithTexts> {
    await contextLog.flush();
    const context = await store.getContext(id);
    if (context) return context;
    throw new MemoryError('not_found', `there is no context ${id}: contexts are kept for a month`);
  }

  async function requireReadable(sessionId: string, ids: string[]): Promise<void> {
    const session = await store.getSession(sessionId);
    if (!session) throw new MemoryError('not_found', `there is no session ${sessionId}`);
    const scopes = readableScopes(session.project, session);
    for (const id of ids) {
      const memory = await store.getMemory(id);
      if (!memory || !scopes.includes(scopeOf(memory.namespace))) {
        throw new MemoryError('not_found', `there is no memory ${id} for this session`);
      }
    }
  }

  async function compared(context: ContextWithTexts): Promise<ComparedSection[]> {
    const { input } = await restore(store, context);
    if (!input) return [];
    const { sections, conversation } = await assemble(input);
    const told = new Map(
      conversation.map(({ sent: { number }, kept }) => [number, `${kept.role}: ${kept.content}`]),
    );
    return sections.map(({ type, tokens, hash, items, separator, messages, candidates }) => ({
      type,
      tokens,
      hash,
      text:
        messages.length === 0
          ? textOf(items, separator)
          : messages
              .map((number) => `${number ?? '-'} ${told.get(number) ?? ''}`.replaceAll('\n', ' '))
              .join('\n'),
      candidates,
    }));
  }

  /** Returns how the memories that a search finds today differ from those of the context. */
  async function driftOf(context: ContextWithTexts): Promise<ItemChange[]> {
    const { input } = await restore(store, context);
    const question = input?.conversation.findLastIndex(
      ({ message, stored }) => message.role === 'user' && stored,
    );
    const asked = question === undefined ? undefined : input?.conversation[question]?.message.content;
    if (!input || question === undefined || asked === undefined) return [];
    const { sections } = await gather(dependencies, {
      sessionId: context.sessionId,
      project: context.project,
      text: asked,
      before: input.conversation.slice(0, question),
      profile: input.profile,
      budget: context.budget,
      preview: true,
    });
    const candidatesIn = (all: { type: string; candidates?: Section['candidates'] | undefined }[]) =>
      all.find(({ type }) => type === 'memories')?.candidates ?? [];
    return diffCandidates(candidatesIn(input.sections), candidatesIn(sections));
  }
}

const summaryOf = ({ body, ...record }: ContextRecord): ContextSummary => {
  const { id, sessionId, project, turn, step, question, hash, model, tokens, budget, createdAt, asked } =
    record;
  const { schema, end, usage, cost, prefix, traceId, degraded } = body;
  return {
    ...{ id, sessionId, project, turn, step, question, hash, model, tokens, budget, createdAt, asked },
    ...{ schema, end, usage, cost, prefix, traceId, degraded },
  };
};

function missingOf({ input, missing, forgotten }: Restored): string[] {
  const gone = missing.filter((one) => one === 'forgotten').length;
  return [
    ...(input ? [] : ['its profile was removed']),
    ...(gone > 0 ? [`${gone} of its texts hold something that was forgotten since`] : []),
    ...(missing.length > gone ? [`${missing.length - gone} of its texts were removed`] : []),
    ...(forgotten.length > 0
      ? [`something of its messages ${forgotten.join(', ')} was forgotten since`]
      : []),
  ];
}
