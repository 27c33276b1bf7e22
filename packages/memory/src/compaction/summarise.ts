import type { ChatModel, Clock, Log, ModelReply } from '../ports.ts';
import { seenOf } from '../marks/seen-of.ts';
import { withoutForgotten } from '../marks/without-marked.ts';
import type { Message, Seen } from '../store/messages.ts';
import type { Session } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import type { Candidate } from '../types.ts';
import { countTokens } from '../text/tokens.ts';
import type { CandidatePort, DroppedCandidate } from './candidate-port.ts';
import { mostUsedIdentifiers } from './identifiers.ts';
import type { Limits } from './limits.ts';
import { summariseByModel } from './summarise-by-model.ts';
import { summariseByRules } from './summarise-by-rules.ts';
import { emptySections, fitSummary, parseSummary, renderSummary, type SummarySections } from './summary.ts';

type Dependencies = {
  store: Pick<Store, 'recordUsage'>;
  model: ChatModel | null;
  redact: (text: string) => Promise<string>;
  candidates: CandidatePort;
  clock: Clock;
  log: Log;
};

/** `seen` describes the messages that it was made from. */
export type SummaryDraft = {
  text: string;
  candidates: Candidate[];
  dropped: DroppedCandidate[];
  seen: Seen;
};

type Input = {
  session: Session;
  /** The messages after its summary so far. */
  stored: Message[];
  limits: Limits;
  signal: AbortSignal;
};

/** Makes the next summary of a session from its summary so far and the messages after it, without forgotten parts. */
export async function summarise(dependencies: Dependencies, input: Input): Promise<SummaryDraft> {
  const { model, candidates, redact } = dependencies;
  const { session, stored, limits } = input;
  const messages = stored.map(withoutForgotten);
  const earlier = parseSummary(session.summary ?? '');
  const identifiers = mostUsedIdentifiers(messages, earlier.identifiers, limits.identifierList);
  const room = limits.summaryMaximum - countTokens(renderSummary(emptySections(), identifiers));

  const { sections, found } = model
    ? await byModel(model, dependencies, { ...input, messages, earlier: earlier.sections, room })
    : {
        sections: summariseByRules(messages, earlier.sections),
        found: await candidates.extractByRules(
          messages.filter((message) => message.number > session.extractedThrough),
          session.project,
        ),
      };
  return {
    text: await redact(renderSummary(fitSummary(sections, room), identifiers)),
    candidates: found.candidates.filter((candidate) => !candidates.isTakenAlready(candidate, stored)),
    dropped: found.dropped,
    seen: seenOf(session.id, session.summaryThrough, stored),
  };
}

async function byModel(
  model: ChatModel,
  { store, candidates, clock, log }: Dependencies,
  {
    session,
    limits,
    signal,
    messages,
    earlier,
    room,
  }: Input & { messages: Message[]; earlier: SummarySections; room: number },
) {
  const replies: ModelReply[] = [];
  try {
    const answer = await summariseByModel({
      model,
      messages,
      earlier,
      candidates,
      extractedThrough: session.extractedThrough,
      summaryMinimum: Math.min(limits.summaryMinimum, room),
      summaryMaximum: room,
      timeout: limits.timeout,
      now: clock.now(),
      signal,
      onReply: (reply) => replies.push(reply),
    });
    const { id: sessionId, project } = session;
    const found = await candidates.parse(answer.candidates, { sessionId, project, messages });
    return { sections: answer.sections, found };
  } finally {
    if (replies.length > 0) await recordUsage(replies);
  }

  /** A failure of the ledger does not fail the compaction. */
  async function recordUsage(paid: ModelReply[]): Promise<void> {
    const sessionId = session.id;
    const entries = paid.map(({ model: name, usage: { inputTokens, outputTokens } }) => {
      const operation = 'compact' as const;
      return { operation, model: name, inputTokens, outputTokens, sessionId, jobId: null };
    });
    await store.recordUsage(entries).catch((error: unknown) => {
      const message = 'the usage of a compaction could not be recorded';
      log.warn({ err: error, session: sessionId, calls: paid.length }, message);
    });
  }
}
