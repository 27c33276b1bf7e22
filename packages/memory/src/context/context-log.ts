import { z } from 'zod';
import * as fields from '../fields/fields.ts';
import { chatMessage, contextMessage, unchanged } from '../fields/conversation.ts';
import { isOutage } from '../errors.ts';
import { storedProject } from '../namespaces.ts';
import type { Clock, Log } from '../ports.ts';
import { contextBody, type NewContext } from '../store/contexts.ts';
import type { Store } from '../store/store.ts';
import { assembleInput, type Context } from './assemble.ts';
import { costOf, type Price } from './prices.ts';
import { recordContext } from './record.ts';
import { contextSection } from './section.ts';

/** What the host reports about a context that it sent. */
export const sentContext = z.strictObject({
  id: fields.id,
  sessionId: fields.id,
  project: fields.project,
  model: z.string().nullable(),
  end: contextBody.shape.end,
  turn: fields.id.nullish(),
  step: fields.whole.optional(),
  question: fields.whole.nullish(),
  usage: contextBody.shape.usage.optional(),
  prefix: contextBody.shape.prefix.optional(),
  traceId: contextBody.shape.traceId.optional(),
  degraded: contextBody.shape.degraded.optional(),
});
export type Sent = z.input<typeof sentContext>;

/** A context as `assemble` returned it. */
export const assembledContext = z.looseObject({
  hash: z.string(),
  tokens: z.number(),
  sections: unchanged(contextSection.extend({ mentions: z.string().array() }).array()),
  messages: unchanged(chatMessage.array()),
  keptMessages: fields.callback(),
  conversation: unchanged(z.object({ sent: contextMessage, kept: chatMessage }).array()),
  input: unchanged(assembleInput),
});

type Noted = { context: Context; sent: Sent; at: Date };

/** Milliseconds that a context waits for others, and until it is tried again while the store is down. */
const longestWait = 1_000;
/** The most contexts that wait while the store is down or slow. Beyond it, the oldest are dropped. */
const mostWaiting = 200;
/** Contexts in one call. */
const mostTogether = 20;
/** Texts that are remembered as stored. */
const mostKnown = 10_000;

type Dependencies = {
  store: Pick<Store, 'keepContexts'>;
  clock: Clock;
  log: Log;
  prices: Record<string, Price>;
  /** Stores what contexts refer to: messages and sessions that wait in the journal. */
  storeMessages: () => Promise<unknown>;
};

/**
 * Stores contexts off the hot path, in batches. While the store is down they wait. A process that is killed loses those of
 * the last second. What the store refuses is logged.
 */
export function createContextLog({ store, clock, log, prices, storeMessages }: Dependencies) {
  let waiting: Noted[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isWriting = false;
  const known = new Set<string>();

  return {
    /** Returns at once. Throws `invalid_input` for a blank project. */
    note(context: Context, sent: Sent): void {
      waiting.push({ context, sent: { ...sent, project: storedProject(sent.project) }, at: clock.now() });
      if (waiting.length > mostWaiting) {
        waiting.shift();
        log.warn({}, 'the store accepts no contexts: the oldest was dropped');
      }
      // a busy process may not come to its timers
      if (waiting.length >= mostTogether && !isWriting) void flush();
      flushLater();
    },
    /** Resolves when all contexts are stored, or the store is down. */
    flush,
    isWaiting: (): boolean => waiting.length > 0,
  };

  function flushLater(): void {
    timer ??= setTimeout(() => void flush(), longestWait).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    isWriting = true;
    writing = writing.then(write).finally(() => {
      isWriting = false;
    });
    return writing;
  }

  async function write(): Promise<void> {
    const noted = waiting;
    waiting = [];
    if (noted.length === 0) return;
    await storeMessages();
    for (let start = 0; start < noted.length; start += mostTogether) {
      const some = noted.slice(start, start + mostTogether);
      try {
        await keepTogether(some);
      } catch (error) {
        if (isOutage(error)) {
          waiting = [...noted.slice(start), ...waiting].slice(-mostWaiting);
          flushLater();
          return;
        }
        await writeEach(some);
      }
    }
  }

  /** One of them is refused. */
  async function writeEach(noted: Noted[]): Promise<void> {
    for (const one of noted) {
      try {
        await keepTogether([one]);
      } catch (error) {
        log.error({ err: error, context: one.sent.id }, 'a context could not be kept');
      }
    }
  }

  async function keepTogether(noted: Noted[]): Promise<void> {
    const contexts = noted.map(toStored);
    await store.keepContexts(contexts.map(withNewTexts));
    noteKnown(contexts);
  }

  function toStored({ context, sent, at }: Noted): NewContext {
    const { id, sessionId, project, turn = null, step = 1, question = null, model, usage = null } = sent;
    const { end, prefix = null, traceId = null, degraded = [] } = sent;
    const { body, texts } = recordContext(context, sessionId);
    return {
      ...{ id, sessionId, project, turn, step, question, model, at },
      hash: context.hash,
      tokens: context.tokens,
      budget: Math.floor(context.input.budget),
      body: {
        ...body,
        ...{ end, prefix, traceId, degraded, usage },
        cost: usage && model !== null ? costOf(model, usage, prices) : null,
      },
      newTexts: texts,
    };
  }

  function withNewTexts(context: NewContext): NewContext {
    const newTexts = context.newTexts.filter(({ hash }) => !known.has(keyOf(context.sessionId, hash)));
    return { ...context, newTexts };
  }

  function noteKnown(contexts: NewContext[]): void {
    if (known.size > mostKnown) known.clear();
    for (const { sessionId, newTexts } of contexts) {
      for (const { hash } of newTexts) known.add(keyOf(sessionId, hash));
    }
  }
}

const keyOf = (sessionId: string, hash: string): string => `${sessionId} ${hash}`;
