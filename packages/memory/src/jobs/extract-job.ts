import { z } from 'zod';
import { extract } from '../extraction/extract.ts';
import { explicitCandidates, extractByRules } from '../extraction/rules/extract-by-rules.ts';
import { isFromUser } from '../extraction/speaker.ts';
import { seenOf } from '../marks/seen-of.ts';
import { withoutForgotten } from '../marks/without-marked.ts';
import type { MemoryOptions } from '../options.ts';
import type { ChatModel, Clock } from '../ports.ts';
import type { ExtractionInput } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import type { ApplyCandidates } from './apply-candidates.ts';
import type { JobHandler } from './job-runner.ts';
import type { JobUsage } from './job-usage.ts';

/** Messages below the watermark that the extraction sees for context. */
const contextMessages = 6;
/** Messages per read; a longer session takes one more call per further thousand. */
const page = 1_000;

type Dependencies = {
  store: Pick<Store, 'readExtraction' | 'listMessages' | 'completeJob'>;
  model: ChatModel | null;
  applyCandidates: ApplyCandidates;
  clock: Clock;
  options: MemoryOptions;
};

/**
 * Extracts a session's messages above the watermark, through both phases. Including its claim it makes 4 database calls, however many
 * candidates there are: claim, read, neighbours, apply.
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
    const isTooShort = model !== null && isTooLittle(input);
    const { candidates, dropped } = await extractFrom(
      readable(input),
      isTooShort ? null : model,
      usage,
      signal,
    );
    if (candidates.length === 0 && isTooShort) {
      // the watermark stays: the messages are read once the session has grown
      await store.completeJob(job.id, worker, { note: 'the user has said too little yet' });
      return;
    }
    await applyCandidates({
      job,
      worker,
      signal,
      usage,
      sessionId: session.id,
      candidates,
      messages,
      watermark: { sessionId: session.id, from: session.extractedThrough, through: last.number },
      seen: seenOf(session.id, session.extractedThrough, messages),
      dropped: dropped.map(({ reason }) => reason),
      note: { messages: messages.length },
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

  /** Too little for a model to read. What the user asked to be remembered is taken all the same. */
  function isTooLittle({ session, messages }: ExtractionInput): boolean {
    const said = messages.filter(isFromUser).reduce((sum, { content }) => sum + content.trim().length, 0);
    return session.extractedThrough === 0 && said < options.extraction.minimumCharacters;
  }

  /** `reader`: the model that reads the messages; null: the rules take what they can. */
  async function extractFrom(
    { session, context, messages }: ExtractionInput,
    reader: ChatModel | null,
    usage: JobUsage,
    signal: AbortSignal,
  ) {
    const { project } = session;
    if (!model) return extractByRules(messages, project);
    // rules find explicit requests, whatever the model makes of them
    const stated = await explicitCandidates(messages, project);
    if (!reader) return { candidates: stated, dropped: [] };
    const { candidates, dropped } = await extract({
      messages,
      context,
      project,
      model: reader,
      now: clock.now(),
      timeout: options.extraction.timeout,
      signal,
      onReply: usage.noteReplies('extract', session.id),
    });
    return { candidates: [...stated, ...candidates], dropped };
  }
}

const readable = (input: ExtractionInput): ExtractionInput => ({
  ...input,
  context: input.context.map(withoutForgotten),
  messages: input.messages.map(withoutForgotten),
});
