import { z } from 'zod';
import * as fields from '../fields/fields.ts';
import { storedProject } from '../namespaces.ts';
import { redact } from '../redaction/redact.ts';
import type { SessionMatch, SessionMatches } from '../store/matching.ts';
import type { Store } from '../store/store.ts';
import { withTimeLimit } from '../time-limit.ts';
import { checkedLimit } from './checked-limit.ts';
import type { SearchDependencies } from './hybrid-search.ts';
import { judgeAll } from './judge-all.ts';
import { buildQuery } from './query.ts';
import { embedQuery, type QueryVector } from './query-vector.ts';

export const relatedSessionsInput = z.strictObject({
  /** The first message of the new session. */
  text: fields.messageText,
  /** The project whose sessions are searched; null: the sessions without a project. */
  project: fields.project,
  /** The new session, which is not returned. */
  sessionId: fields.id.nullable(),
  /** The maximum number of sessions, 1 to 50. Default: 5. */
  limit: fields.amount,
  /** The vector of the message, if `recall` has already computed it; otherwise the message is embedded. */
  embedded: fields.object<QueryVector>().optional(),
  signal: fields.signal,
});
export type RelatedSessionsInput = z.input<typeof relatedSessionsInput>;

/** An earlier session with a gist. */
export type RelatedSession = Pick<SessionMatch, 'session' | 'similarity'> & {
  /** `related`: it is about the same subject; `recent`: it is only one of the last active sessions. */
  reason: 'related' | 'recent';
};

type Dependencies = Omit<SearchDependencies, 'store'> & { store: Pick<Store, 'matchSessions'> };
type Question = { thresholds: QueryVector['thresholds']; wordCount: number; limit: number };

const usualLimit = 5;
const highestLimit = 50;
/** The share of the places that is reserved for the last active sessions. */
const recentShare = 0.4;

/**
 * Returns earlier sessions of the project that a message may continue: the related ones, best first, then the most
 * recent ones. Makes one store call, and one embedding request unless the vector is given or cached; if that request
 * fails, only words decide what is related. Throws what the store throws, `invalid_input`, and the reason of an
 * aborted signal.
 */
export async function relatedSessions(
  { store, embeddings, noteEmbedding, options }: Dependencies,
  { text, project, sessionId, limit = usualLimit, embedded, signal }: RelatedSessionsInput,
): Promise<RelatedSession[]> {
  const recent = Math.ceil(checkedLimit(limit, highestLimit) * recentShare);
  const question = { text: await redact(text), project: null, topics: [], isMessage: true };
  const query = buildQuery(question);
  const { vector, thresholds } =
    embedded ??
    (await embedQuery(embeddings, query, {
      timeout: options.retrieval.embeddingTimeout,
      signal,
      onTokens: (tokens) => noteEmbedding(tokens, sessionId),
    }));
  const matches = await withTimeLimit(
    () =>
      store.matchSessions({
        vector,
        embeddingModel: vector && embeddings ? embeddings.id : null,
        words: query.words,
        frequentWords: query.frequentWords,
        project: storedProject(project),
        sessionId,
        recent,
        limit,
      }),
    { milliseconds: options.retrieval.searchTimeout, signal },
  );
  return chooseSessions(matches, { thresholds, wordCount: query.wordCount, limit });
}

/**
 * Returns the related sessions, best first, up to the number that the recent ones leave free, then the recent ones.
 * Pure and deterministic.
 */
export function chooseSessions({ recent, related }: SessionMatches, question: Question): RelatedSession[] {
  const all = new Map([...related, ...recent].map((match) => [match.session.id, match]));
  const relevant = judgeAll([...all.values()], question)
    .filter(({ judgement }) => judgement.isRelevant)
    .toSorted((a, b) => b.judgement.relevance - a.judgement.relevance || compareTimes(a.match, b.match))
    .map(({ match }) => match);
  const latest = new Set(recent.slice(0, question.limit).map(({ session }) => session.id));
  const room = question.limit - latest.size;
  const isLatest = ({ session }: SessionMatch) => latest.has(session.id);
  const others = new Set(relevant.filter((match) => !isLatest(match)).slice(0, room));
  return [
    ...relevant
      .filter((match) => isLatest(match) || others.has(match))
      .map((match) => toRelated(match, 'related')),
    ...recent
      .filter((match) => isLatest(match) && !relevant.includes(all.get(match.session.id) ?? match))
      .map((match) => toRelated(match, 'recent')),
  ];
}

const compareTimes = (a: SessionMatch, b: SessionMatch): number =>
  b.session.lastActiveAt.getTime() - a.session.lastActiveAt.getTime() ||
  (a.session.id < b.session.id ? -1 : 1);

const toRelated = (
  { session, similarity }: SessionMatch,
  reason: RelatedSession['reason'],
): RelatedSession => ({ session, similarity, reason });
