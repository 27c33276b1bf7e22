import { z } from 'zod';
import type { MemoryOptions } from '../options.ts';
import type { ChatModel, Clock } from '../ports.ts';
import type { Store } from '../store/store.ts';
import type { Candidate, Message, Session } from '../types.ts';
import type { ApplyCandidates } from './apply-candidates.ts';
import type { JobHandler } from './job-runner.ts';
import { extractionUsage, type StageUsage } from './job-usage.ts';

/** Messages before the watermark that the extraction sees for orientation only. */
const contextMessages = 6;

type Found = { candidates: Candidate[]; dropped: { reason: string; content: string }[] };
type Extraction = Found & { usage: StageUsage | null };

type Dependencies = {
  store: Pick<Store, 'getSession' | 'listMessages' | 'completeJob' | 'recordUsage'>;
  model: ChatModel | null;
  extractByModel: (input: {
    messages: Message[];
    context: Message[];
    project: string | null;
    model: ChatModel;
    now: Date;
    signal: AbortSignal;
  }) => Promise<Extraction>;
  extractByRules: (messages: Message[], project: string | null) => Promise<Found>;
  /** What the user asked to be remembered, found by rules whatever the model makes of it. */
  explicitCandidates: (messages: Message[], project: string | null) => Promise<Candidate[]>;
  applyCandidates: ApplyCandidates;
  clock: Clock;
  options: MemoryOptions;
};

/** Takes what a session taught from its messages above the watermark, through both phases. */
export function createExtractJob(dependencies: Dependencies): JobHandler {
  const { store, model, applyCandidates, clock, options } = dependencies;

  return async (job, { worker, signal }) => {
    const session = await store.getSession(z.uuid().parse(job.key));
    const messages = session ? await messagesAbove(session) : [];
    const last = messages.at(-1);
    if (!session || !last) {
      await store.completeJob(job.id, worker, { note: 'nothing above the watermark' });
      return;
    }
    const extraction = await extract(session, messages, signal);
    if (extraction.usage) {
      await store.recordUsage([extractionUsage(job, session.id, extraction.usage)]);
    }
    await applyCandidates({
      job,
      worker,
      signal,
      sessionId: session.id,
      candidates: extraction.candidates,
      injectedIds: recalledIds(messages),
      watermark: { sessionId: session.id, from: session.extractedThrough, through: last.number },
      note: { messages: messages.length, dropped: extraction.dropped.map((one) => one.reason) },
    });
  };

  async function messagesAbove(session: Session): Promise<Message[]> {
    const all: Message[] = [];
    const page = 1_000;
    for (;;) {
      const after = all.at(-1)?.number ?? session.extractedThrough;
      const next = await store.listMessages(session.id, { after, limit: page });
      all.push(...next);
      if (next.length < page) return all;
    }
  }

  async function extract(session: Session, messages: Message[], signal: AbortSignal): Promise<Extraction> {
    if (!model || session.messageCount < options.extraction.minimumMessages) {
      return { ...(await dependencies.extractByRules(messages, session.project)), usage: null };
    }
    const after = Math.max(0, session.extractedThrough - contextMessages);
    const context =
      session.extractedThrough > 0
        ? await store.listMessages(session.id, { after, limit: session.extractedThrough - after })
        : [];
    const { project } = session;
    const now = clock.now();
    const found = await dependencies.extractByModel({ messages, context, project, model, now, signal });
    const stated = await dependencies.explicitCandidates(messages, project);
    return { ...found, candidates: [...stated, ...found.candidates] };
  }
}

const recalledMetadata = z.object({ recalled: z.array(z.uuid()) });

/** Memories that were in the prompt while these messages were written: what repeats them is no evidence. */
export function recalledIds(messages: Message[]): Set<string> {
  return new Set(
    messages.flatMap((message) => recalledMetadata.safeParse(message.metadata).data?.recalled ?? []),
  );
}
