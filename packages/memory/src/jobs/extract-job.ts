import { z } from 'zod';
import { seenOf } from '../marks/seen-of.ts';
import { withoutForgotten } from '../marks/without-marked.ts';
import type { MemoryOptions } from '../options.ts';
import type { ChatModel, Clock, ModelReply } from '../ports.ts';
import type { ExtractionInput } from '../store/stored-sessions.ts';
import type { Store } from '../store/store.ts';
import type { Candidate, Message } from '../types.ts';
import type { ApplyCandidates } from './apply-candidates.ts';
import type { JobHandler } from './job-runner.ts';
import type { JobUsage } from './job-usage.ts';
import { withoutTakenCandidates } from './taken-candidates.ts';

/** Messages before the watermark that the extraction sees for orientation only. */
const contextMessages = 6;
/** Messages of one read. A session with more above its watermark takes another call for each further thousand. */
const page = 1_000;

type Extraction = { candidates: Candidate[]; dropped: { reason: string; content: string }[] };

type Dependencies = {
  store: Pick<Store, 'readExtraction' | 'listMessages' | 'completeJob'>;
  model: ChatModel | null;
  extractByModel: (input: {
    messages: Message[];
    context: Message[];
    project: string | null;
    model: ChatModel;
    now: Date;
    signal: AbortSignal;
    onReply: (reply: ModelReply) => void;
  }) => Promise<Extraction>;
  extractByRules: (messages: Message[], project: string | null) => Promise<Extraction>;
  /** What the user asked to be remembered, found by rules whatever the model makes of it. */
  explicitCandidates: (messages: Message[], project: string | null) => Promise<Candidate[]>;
  applyCandidates: ApplyCandidates;
  clock: Clock;
  options: MemoryOptions;
};

/**
 * Takes what a session taught from its messages above the watermark, through both phases. With its claim it makes 4 database
 * calls, however many candidates there are: claim, read, neighbours, apply.
 */
export function createExtractJob(dependencies: Dependencies): JobHandler {
  const { store, model, applyCandidates, clock, options } = dependencies;

  return async (job, { worker, signal, usage }) => {
    const input = await read(z.uuid().parse(job.key));
    const last = input?.messages.at(-1);
    if (!input || !last) {
      await store.completeJob(job.id, worker, { note: 'nothing above the watermark' });
      return;
    }
    const { session, messages } = input;
    const extraction = await extract(readable(input), usage, signal);
    const { kept, taken } = withoutTakenCandidates(extraction.candidates, messages);
    await applyCandidates({
      job,
      worker,
      signal,
      usage,
      sessionId: session.id,
      candidates: kept,
      injectedIds: recalledIds(messages),
      watermark: { sessionId: session.id, from: session.extractedThrough, through: last.number },
      seen: seenOf(session.id, session.extractedThrough, messages),
      note: {
        messages: messages.length,
        dropped: [...extraction.dropped, ...taken].map((one) => one.reason),
      },
    });
  };

  async function read(sessionId: string): Promise<ExtractionInput | null> {
    const input = await store.readExtraction(sessionId, { context: contextMessages, limit: page });
    if (!input) return null;
    const messages = [...input.messages];
    for (let count = messages.length; count === page;) {
      const next = await store.listMessages(sessionId, { after: messages.at(-1)?.number ?? 0, limit: page });
      messages.push(...next);
      count = next.length;
    }
    return { ...input, messages };
  }

  async function extract(
    { session, context, messages }: ExtractionInput,
    usage: JobUsage,
    signal: AbortSignal,
  ): Promise<Extraction> {
    const { project } = session;
    if (!model || session.messageCount < options.extraction.minimumMessages) {
      return dependencies.extractByRules(messages, project);
    }
    const { candidates, dropped } = await dependencies.extractByModel({
      messages,
      context,
      project,
      model,
      now: clock.now(),
      signal,
      onReply: usage.noteReplies('extract', session.id),
    });
    const stated = await dependencies.explicitCandidates(messages, project);
    return { candidates: [...stated, ...candidates], dropped };
  }
}

const readable = (input: ExtractionInput): ExtractionInput => ({
  ...input,
  context: input.context.map(withoutForgotten),
  messages: input.messages.map(withoutForgotten),
});

const recalledMetadata = z.object({ recalled: z.array(z.uuid()) });

/** Memories that were in the prompt while these messages were written: what repeats them is no evidence. */
export function recalledIds(messages: Message[]): Set<string> {
  return new Set(
    messages.flatMap((message) => recalledMetadata.safeParse(message.metadata).data?.recalled ?? []),
  );
}
