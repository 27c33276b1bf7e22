import { MemoryError } from '../errors.ts';
import type { MemoryOptions } from '../options.ts';
import type { ChatModel, Clock, Log, ModelReply } from '../ports.ts';
import { seenOf } from '../marks/seen-of.ts';
import { withoutForgotten } from '../marks/without-marked.ts';
import type { Message, Seen } from '../store/messages.ts';
import type { Session } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import type { Candidate } from '../types.ts';
import type { CandidatePort, DroppedCandidate } from './candidate-port.ts';
import { chooseIdentifiers } from './identifiers.ts';
import type { Mentioning } from './identifier-mentions.ts';
import type { Limits } from './limits.ts';
import { summariseByModel } from './summarise-by-model.ts';
import { summariseByRules } from './summarise-by-rules.ts';
import { fitSummary, parseSummary, renderSummary, withFigures, type SummarySections } from './summary.ts';

type Dependencies = {
  store: Pick<Store, 'recordUsage'>;
  /** Returns what summarises now; null: rules do. */
  model: () => ChatModel | null;
  redact: (text: string) => Promise<string>;
  candidates: CandidatePort;
  clock: Clock;
  log: Log;
  options: Pick<MemoryOptions, 'timeZone'>;
};

/** `seen` describes the messages that the summary was made from. */
export type SummaryDraft = {
  text: string;
  candidates: Candidate[];
  dropped: DroppedCandidate[];
  seen: Seen;
};

type Input = {
  session: Session;
  /** The messages after the previous summary. */
  stored: Message[];
  /** Numbers of those that the user keeps out of prompts: the summary leaves them out, and candidates are taken from them all the same. */
  hidden: number[];
  /** The messages that stay in the context after the summary. */
  remaining: readonly Mentioning[];
  limits: Limits;
  signal: AbortSignal;
};

/** Makes the next summary of a session from its previous summary and the messages after it, without forgotten parts. */
export async function summarise(dependencies: Dependencies, input: Input): Promise<SummaryDraft> {
  const { candidates, redact } = dependencies;
  const model = dependencies.model();
  const { session, stored, limits } = input;
  const isHidden = ({ number }: Message): boolean => input.hidden.includes(number);
  const readable = stored.map(withoutForgotten);
  const messages = readable.filter((message) => !isHidden(message));
  const unextracted = readable.filter(({ number }) => number > session.extractedThrough);
  const earlier = parseSummary(session.summary ?? '');

  const nothing = { sections: earlier.sections, found: { candidates: [], dropped: [] } };
  const read = async (part: Message[], summary: SummarySections) => {
    if (part.length === 0) return nothing;
    if (model) return byModel(model, dependencies, { ...input, messages: part, earlier: summary });
    const found = await candidates.extractByRules(
      part.filter((message) => unextracted.includes(message)),
      session.project,
    );
    return { sections: summariseByRules(part, summary), found };
  };
  const { sections, found: shown } = await read(messages, earlier.sections);
  // a call of their own, of which only the candidates are used
  const { found: kept } = await read(unextracted.filter(isHidden), parseSummary('').sections);
  const found = {
    candidates: [...shown.candidates, ...kept.candidates],
    dropped: [...shown.dropped, ...kept.dropped],
  };
  const fitted = fitSummary(sections, limits.summaryMaximum);
  const prose: Mentioning = { role: 'assistant', content: renderSummary(fitted, []) };
  const identifiers = chooseIdentifiers({
    messages,
    earlier: earlier.identifiers,
    standing: [prose, ...input.remaining],
    limit: limits.identifierList,
  });
  const fresh: Candidate[] = [];
  for (const candidate of found.candidates) {
    if (await candidates.isTakenAlready(candidate, stored)) continue;
    fresh.push(candidate.source === 'user_stated' ? candidate : { ...candidate, source: 'compaction' });
  }
  const tokens = stored.reduce((sum, message) => sum + message.tokens, earlier.covered?.tokens ?? 0);
  return {
    text: withFigures(await redact(renderSummary(fitted, identifiers)), {
      through: stored.at(-1)?.number ?? session.summaryThrough,
      tokens,
    }),
    candidates: fresh,
    dropped: found.dropped,
    seen: seenOf(session.id, session.summaryThrough, stored),
  };
}

async function byModel(
  model: ChatModel,
  { store, candidates, clock, log, options }: Dependencies,
  input: Input & { messages: Message[]; earlier: SummarySections },
) {
  const { session, messages } = input;
  const replies: ModelReply[] = [];
  try {
    const answer = await summariseByModel({
      ...input,
      model,
      candidates,
      now: clock.now(),
      timeZone: options.timeZone,
      onReply: (reply) => replies.push(reply),
    });
    const { id: sessionId, project } = session;
    const found = await candidates.parse(answer.candidates, { sessionId, project, messages });
    return { sections: answer.sections, found };
  } finally {
    if (replies.length > 0) await recordUsage(replies);
  }

  /** Records the usage. A failure of the ledger does not fail the compaction. */
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

/** Messages per call. */
const pageSize = 1_000;

/**
 * Returns the stored messages after a session's summary, up to `through`. A summary is made from these rather than
 * from the running list, so it covers messages that slid out of the window earlier, contains no secrets or forgotten
 * parts, and no unstored message leaves the window. Throws `conflict` if the session ends before `through`.
 */
export async function storedMessages(
  store: Pick<Store, 'listMessages'>,
  session: Session,
  through: number,
): Promise<Message[]> {
  const messages: Message[] = [];
  for (;;) {
    const after = messages.at(-1)?.number ?? session.summaryThrough;
    if (after >= through) return messages;
    const next = await store.listMessages(session.id, { after, limit: Math.min(pageSize, through - after) });
    if (next.length === 0) {
      const problem = `session ${session.id} ends at message ${after}, before ${through}`;
      // messages of the journal may still be stored
      throw new MemoryError('conflict', problem, { isRetryable: true });
    }
    messages.push(...next);
  }
}
