import type { ChatModel, Clock, Log, ModelReply } from '../ports.ts';
import { seenOf } from '../marks/seen-of.ts';
import { withoutForgotten } from '../marks/without-marked.ts';
import type { Seen } from '../store/stored-sessions.ts';
import type { Store } from '../store/store.ts';
import { countTokens } from '../text/tokens.ts';
import type { Candidate, Message, Session } from '../types.ts';
import type { CandidatePort, DroppedCandidate } from './candidate-port.ts';
import { mostUsedIdentifiers } from './identifiers.ts';
import type { Limits } from './limits.ts';
import { summariseByModel } from './summarise-by-model.ts';
import { summariseByRules } from './summarise-by-rules.ts';
import { emptySections, fitSummary, parseSummary, renderSummary } from './summary.ts';

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

/** Makes the next summary of a session from its summary so far and the messages after it, without forgotten parts. */
export function createSummarise(dependencies: Dependencies) {
  const { store, model, candidates, clock, log } = dependencies;

  return async (
    session: Session,
    stored: Message[],
    limits: Limits,
    signal: AbortSignal,
  ): Promise<SummaryDraft> => {
    const messages = stored.map(withoutForgotten);
    const earlier = parseSummary(session.summary ?? '');
    const identifiers = mostUsedIdentifiers(messages, earlier.identifiers, limits.identifierList);
    const room = limits.summaryMaximum - countTokens(renderSummary(emptySections(), identifiers));
    const fresh = messages.filter((message) => message.number > session.extractedThrough);

    const { sections, found } = model
      ? await byModel(model, messages, room)
      : {
          sections: summariseByRules(messages, earlier.sections),
          found: await candidates.extractByRules(fresh, session.project),
        };
    return {
      text: await dependencies.redact(renderSummary(fitSummary(sections, room), identifiers)),
      candidates: found.candidates.filter((candidate) => !candidates.isTakenAlready(candidate, stored)),
      dropped: found.dropped,
      seen: seenOf(session.id, session.summaryThrough, stored),
    };

    async function byModel(chatModel: ChatModel, readable: Message[], summaryMaximum: number) {
      const replies: ModelReply[] = [];
      try {
        const answer = await summariseByModel({
          model: chatModel,
          messages: readable,
          earlier: earlier.sections,
          candidates,
          extractedThrough: session.extractedThrough,
          summaryMinimum: Math.min(limits.summaryMinimum, summaryMaximum),
          summaryMaximum,
          timeout: limits.timeout,
          now: clock.now(),
          signal,
          onReply: (reply) => replies.push(reply),
        });
        const { id: sessionId, project } = session;
        return {
          sections: answer.sections,
          found: await candidates.parse(answer.candidates, { sessionId, project, messages: readable }),
        };
      } finally {
        await recordReplies(session, replies);
      }
    }
  };

  /** A failure of the ledger does not fail the compaction; it is logged. */
  async function recordReplies(session: Session, replies: ModelReply[]): Promise<void> {
    if (replies.length === 0) return;
    try {
      await store.recordUsage(
        replies.map(({ model: name, usage }) => ({
          operation: 'compact' as const,
          model: name,
          inputTokens: usage.inputTokens,
          outputTokens: usage.outputTokens,
          sessionId: session.id,
          jobId: null,
        })),
      );
    } catch (error) {
      log.warn(
        { err: error, session: session.id, calls: replies.length },
        'the usage of a compaction could not be recorded',
      );
    }
  }
}
