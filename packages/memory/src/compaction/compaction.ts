import { z } from 'zod';
import { givenConversation } from '../fields/conversation.ts';
import * as fields from '../fields/fields.ts';
import { contentHash } from '../text/content-hash.ts';
import { MemoryError, messageOf } from '../errors.ts';
import type { MemoryOptions } from '../options.ts';
import type { ChatModel, Clock, ContextMessage, Log } from '../ports.ts';
import type { Session } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import { applySummary } from './apply-summary.ts';
import type { CandidatePort } from './candidate-port.ts';
import { findCutPoint } from './cut-point.ts';
import { createFailurePauses } from './failure-pauses.ts';
import { compactedMessage } from './host-messages.ts';
import { limitsOf, type Limits } from './limits.ts';
import { tokensOf } from './message-groups.ts';
import { slideWindow, type Slide } from './slide.ts';
import { storedMessages, summarise } from './summarise.ts';
import { figuresTokens } from './summary.ts';

type Dependencies = {
  store: Pick<
    Store,
    'getSession' | 'getSessionContext' | 'listMessages' | 'saveCompaction' | 'enqueueJob' | 'recordUsage'
  >;
  /** Null: rules summarise and extract. */
  /** Returns what summarises now; null: rules do. */
  model: () => ChatModel | null;
  redact: (text: string) => Promise<string>;
  candidates: CandidatePort;
  clock: Clock;
  log: Log;
  options: MemoryOptions;
};

export const compactionInput = z.strictObject({
  sessionId: fields.id,
  /** A system message that is not stored (`number` null) stays, and in front what was there. */
  messages: givenConversation,
  /** Tokens sent in addition to the messages: system prompt, tool schemas. */
  fixedTokens: z.number(),
  /** How many tokens the chat model counts for each token counted here. Default: 1. */
  tokenScale: fields.amount,
  /** The most tokens of the whole context, counted here, where they are fewer than the window's: the model's window less the reply's reserve. */
  budget: fields.amount,
  signal: z.instanceof(AbortSignal),
});
export type CompactionInput = z.input<typeof compactionInput>;

type Run = CompactionInput & { limits: Limits };

/** What `compactIfNeeded` did with a context. */
export type CompactionOutcome =
  /** The context is below the trigger, or it fits the window and nothing in it is worth replacing. */
  | { outcome: 'unneeded' }
  /** A recent compaction failed and the context fits the window, so the next try comes after a pause. */
  | { outcome: 'postponed' }
  | {
      outcome: 'compacted';
      messages: ContextMessage[];
      tokensBefore: number;
      tokensAfter: number;
      /** The number of messages that the summary replaced. They stay stored. */
      replaced: number;
      /** The current summary of the session. `applySummary` applies it to a list that has grown meanwhile. */
      summary: string;
      /** The number of the last message that it covers. */
      through: number;
      /** Above 0 only if the messages that must stay exceed the window. */
      slid: number;
      shortened: number;
    }
  | {
      outcome: 'failed';
      error: MemoryError;
      /** The given messages, without the oldest if they exceed the window. */
      messages: ContextMessage[];
      /** The number of messages that left without a summary. They stay stored, above the watermark. */
      slid: number;
      /** The number of messages shortened to their beginning and end. */
      shortened: number;
    };

/** Keeps a running conversation inside its window. Summary and candidates are stored before a message leaves it. */
export function createCompaction(dependencies: Dependencies) {
  const { store, log } = dependencies;
  const pauses = createFailurePauses(dependencies.clock);

  return {
    compactIfNeeded,
    /** A note for the operator while sessions wait for the next try; null if none does. */
    notice: pauses.notice,
  };

  /**
   * Call before each step. If the context is above the trigger, a summary replaces its oldest part. Summary,
   * candidates and watermark are stored in one transaction before the returned list leaves anything out, so a cancel
   * or a crash leaves the session either as before or as after. After a failure the messages stay, and the next try
   * comes after a pause that grows with each failure (30 s to 10 min). Above the window it is tried in each call, and
   * only there do the oldest messages leave without a summary. Throws nothing.
   */
  async function compactIfNeeded(input: CompactionInput): Promise<CompactionOutcome> {
    const tokens = tokensOf(input.messages, input.fixedTokens);
    const limits = limitsOf(dependencies.options, dependencies.model()?.contextWindow ?? null, input);
    const run = { ...input, limits };
    if (tokens <= limits.trigger) return { outcome: 'unneeded' };
    if (tokens <= limits.window && pauses.isPaused(input.sessionId)) return { outcome: 'postponed' };
    try {
      const outcome = await compact(run);
      if (outcome) {
        pauses.end(input.sessionId);
        return outcome;
      }
      if (tokens <= limits.window) return { outcome: 'unneeded' };
      throw new MemoryError(
        'invalid_input',
        'the context is full of messages that must stay: requests, pinned messages, the last step',
      );
    } catch (error) {
      return giveUp(run, error);
    }
  }

  /** Returns null if nothing is worth replacing. */
  async function compact(run: Run): Promise<CompactionOutcome | null> {
    const { sessionId, fixedTokens, limits, signal } = run;
    signal.throwIfAborted();
    const session = await store.getSession(sessionId);
    if (!session) throw new MemoryError('not_found', `there is no session ${sessionId}`);
    const messages = onStoredSummary(run.messages, session);
    if (tokensOf(messages, fixedTokens) <= limits.trigger) {
      return compacted(run, session.summary ?? '', session.summaryThrough);
    }
    const through = findCutPoint({
      messages,
      fixedTokens,
      target: limits.target,
      summaryTokens:
        limits.summaryMaximum + limits.identifierList + compactedMessage('').tokens + figuresTokens,
      minimumGain: limits.minimumGain,
      coveredThrough: session.summaryThrough,
    });
    if (through === null) return null;
    const summary = await summariseThrough(session, through, run);
    return compacted(run, summary, through);
  }

  /** Summarises the stored messages up to `through` and stores the result. Returns the summary. */
  async function summariseThrough(
    session: Session,
    through: number,
    { limits, signal, messages: running }: Run,
  ): Promise<string> {
    const messages = await storedMessages(store, session, through);
    const hidden = (await store.getSessionContext(session.id, []))?.choices.hidden ?? [];
    const remaining = applySummary(running, { text: '', through }).map((one) => one.message);
    const draft = await summarise(dependencies, {
      ...{ session, stored: messages, hidden, remaining, limits, signal },
    });
    // the last chance to cancel: the store saves everything or nothing
    signal.throwIfAborted();
    // drops candidates that another job took meanwhile
    const { jobId } = await store.saveCompaction({
      sessionId: session.id,
      from: session.summaryThrough,
      through,
      before: session.summary,
      seen: draft.seen,
      summary: draft.text,
      summaryHash: contentHash(draft.text),
      candidates: draft.candidates,
    });
    log.info(
      {
        session: session.id,
        from: session.summaryThrough,
        through,
        candidates: draft.candidates.length,
        dropped: draft.dropped.map((one) => one.reason),
        job: jobId,
      },
      'session compacted',
    );
    return draft.text;
  }

  async function compacted(run: Run, summary: string, through: number): Promise<CompactionOutcome> {
    const list = applySummary(run.messages, { text: summary, through });
    const slide = await intoWindow(run, list);
    return {
      outcome: 'compacted',
      ...slide,
      tokensBefore: tokensOf(run.messages, run.fixedTokens),
      tokensAfter: tokensOf(slide.messages, run.fixedTokens),
      replaced: countStored(run.messages) - countStored(list),
      summary,
      through,
    };
  }

  async function giveUp(run: Run, cause: unknown): Promise<CompactionOutcome> {
    const error = asMemoryError(cause, run.limits.timeout);
    if (run.signal.aborted) {
      return { outcome: 'failed', error, messages: [...run.messages], slid: 0, shortened: 0 };
    }
    // somebody changed the session meanwhile, and the next try starts from what is stored now
    if (error.code !== 'conflict') pauses.begin(run.sessionId, error);
    const slide = await intoWindow(run, run.messages);
    const { slid, shortened } = slide;
    log.warn(
      { session: run.sessionId, code: error.code, error: error.message, slid, shortened },
      'compaction failed; it is tried again later',
    );
    return { outcome: 'failed', error, ...slide };
  }

  /**
   * Slides the window if the messages exceed it. The messages that leave are in no summary but above the watermark,
   * so they will be extracted; the job makes that happen soon. If the store is down, the watermark alone ensures it.
   */
  async function intoWindow(
    { sessionId, fixedTokens, limits }: Run,
    messages: readonly ContextMessage[],
  ): Promise<Slide> {
    const slide = slideWindow({ messages, fixedTokens, window: limits.window });
    if (slide.slid > 0) {
      const job = { kind: 'extract', key: sessionId, payload: {}, delaySeconds: 0 } as const;
      await store.enqueueJob(job).catch((error: unknown) => {
        const consequence = 'the extraction of what slid out of the window waits for the session to end';
        log.warn({ err: error, session: sessionId }, consequence);
      });
    }
    return slide;
  }
}

/**
 * Applies the stored summary if the messages lack it: another process may have compacted the session, or this one did
 * so without learning of the success.
 */
function onStoredSummary(messages: readonly ContextMessage[], session: Session): readonly ContextMessage[] {
  if (session.summary === null) return messages;
  const summary = compactedMessage(session.summary).message.content;
  if (messages.some((one) => one.message.content === summary)) return messages;
  return applySummary(messages, { text: session.summary, through: session.summaryThrough });
}

const countStored = (messages: readonly ContextMessage[]): number =>
  messages.filter((message) => message.number !== null).length;

function asMemoryError(cause: unknown, timeout: number): MemoryError {
  if (cause instanceof MemoryError) return cause;
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return new MemoryError('model_failed', `no summary within ${timeout} ms`, { cause });
  }
  return new MemoryError('model_failed', messageOf(cause), { cause });
}
