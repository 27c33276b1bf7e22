import { longestContent, tooLongReason } from '../../fields/memory-fields.ts';
import { normaliseNamespace } from '../../namespaces.ts';
import { redactMetadata } from '../../redaction/redact-metadata.ts';
import { redact } from '../../redaction/redact.ts';
import { contentHash } from '../../text/content-hash.ts';
import type { Message } from '../../store/messages.ts';
import type { Candidate } from '../../types.ts';
import type { Extraction } from '../candidates.ts';
import { evidenceFor } from '../evidence.ts';
import { isFromUser, longestMessage } from '../speaker.ts';
import { findExplicitStatements } from './explicit-statements.ts';
import { findFixes, type Fix } from './find-fixes.ts';
import { findLabelledStatements } from './labelled-statements.ts';
import { languageOf, reasonOf } from '../../text/languages/languages.ts';
import { resolveRelativeDates } from '../../text/relative-dates.ts';
import { isQuestion, saidSentences } from '../../text/said-sentences.ts';
import { findUserStatements, type UserStatement } from './user-statements.ts';

type Found = UserStatement & { message: Message; isRequested: boolean };

/**
 * Takes candidates without a model, in English, German and Thai: explicit requests, labelled plans, tasks and
 * decisions, corrections, preferences, rules, who the user is, decisions, and a tool's error followed by its success. The contents are in the
 * user's words, redacted. Statements that were found but cannot be understood alone, or are longer than a memory can be, are in `dropped`.
 */
export async function extractByRules(
  messages: Message[],
  project: string | null,
  timeZone: string,
): Promise<Extraction> {
  const dropped: Extraction['dropped'] = [];
  const stated = messages.flatMap((message, index) =>
    isFromUser(message) ? statementsOf(message, messages.slice(0, index), timeZone, dropped) : [],
  );
  const spoken = messages.filter(isFromUser).map(({ content }) => content.slice(0, 1_000));
  const hasTools = messages.some(({ role }) => role === 'tool');
  const fixes = hasTools ? findFixes(messages, await languageOf(spoken.join('\n'))) : [];
  const candidates = await Promise.all([
    ...stated.map((found) => statedByUser(found, project)),
    ...fixes.map((fix) => fixOf(fix, project)),
  ]);
  return { candidates: withoutTwins(candidates), dropped };
}

/** Takes only the user's explicit requests. They are kept, whatever a model makes of the conversation. */
export function explicitCandidates(
  messages: Message[],
  project: string | null,
  timeZone: string,
): Promise<Candidate[]> {
  const requested = messages
    .filter(isFromUser)
    .flatMap((message) => explicitIn(message, timeZone))
    .filter(fits);
  return Promise.all(requested.map((found) => statedByUser(found, project)));
}

/** Explicit requests and corrections count most, then decisions, plans, tasks, rules and who the user is, then preferences. */
export const weightOf = ({ category, isRequested }: Pick<Found, 'category' | 'isRequested'>): number => {
  if (isRequested || category === 'other') return 9;
  return category === 'preference' ? 5 : 7;
};

function explicitIn(message: Message, timeZone: string): Found[] {
  const found = findExplicitStatements(message.content, { at: message.createdAt, timeZone });
  return found.map((one) => ({ ...one, message, isRequested: true }));
}

const fits = ({ content }: Found): boolean => content.length <= longestContent;

function statementsOf(
  message: Message,
  earlier: Message[],
  timeZone: string,
  dropped: Extraction['dropped'],
): Found[] {
  const { explicit = [], long = [] } = Object.groupBy(explicitIn(message, timeZone), (found) =>
    fits(found) ? 'explicit' : 'long',
  );
  dropped.push(...long.map(({ content }) => ({ reason: tooLongReason, content })));
  if (message.content.length > longestMessage) return explicit;
  const { labelled, rest } = findLabelledStatements(message.content);
  const { found, unclear } = findUserStatements(rest, contradictable(earlier));
  dropped.push(
    ...unclear.map((content) => ({ reason: 'it cannot be understood without the conversation', content })),
  );
  const dated = [...labelled, ...found].map((statement) => ({
    ...statement,
    content: resolveRelativeDates(statement.content, { at: message.createdAt, timeZone }),
    message,
    isRequested: false,
  }));
  // "remember:" and "I prefer tabs" below it are one statement
  const others = dated.filter(
    ({ content }) => !explicit.some((one) => content.includes(one.content) || one.content.includes(content)),
  );
  return [...explicit, ...others];
}

/**
 * Returns the text that a "no" after these messages contradicts: the reply and the request before it. '' if the reply
 * asks a question, because "no" then answers it.
 */
function contradictable(messages: Message[]): string {
  const [request, reply] = messages
    .filter(({ role, content }) => role !== 'tool' && content !== '')
    .slice(-2);
  const last = reply ?? request;
  if (last?.role !== 'assistant' || isQuestion(saidSentences(last.content).at(-1) ?? '')) return '';
  return [request, reply].map((message) => message?.content ?? '').join('\n');
}

async function statedByUser(stated: Found, project: string | null): Promise<Candidate> {
  const { message, isRequested: _, metadata = {}, ...found } = stated;
  const reason = found.category === 'decision' ? reasonOf(found.content) : null;
  return candidateOf(found, [message], project, {
    memoryType: 'semantic',
    source: 'user_stated',
    priority: 'highest',
    importance: weightOf(stated),
    tags: [],
    metadata: await redactMetadata(reason === null ? metadata : { ...metadata, rationale: reason }),
    trust: 'user',
  });
}

const fixOf = ({ content, messages, tool }: Fix, project: string | null): Promise<Candidate> =>
  candidateOf({ content, category: 'code_knowledge', place: 'fixes' }, messages, project, {
    memoryType: 'episodic',
    source: 'error_resolution',
    priority: 'high',
    importance: 7,
    tags: [tool],
    metadata: {},
    // its words come from the tool's output
    trust: 'tool',
  });

async function candidateOf(
  { content: said, category, place }: UserStatement,
  messages: Message[],
  project: string | null,
  standing: Omit<Candidate, 'content' | 'title' | 'category' | 'namespace' | 'evidence'>,
): Promise<Candidate> {
  const content = await redact(said);
  const namespace = normaliseNamespace(place, project);
  return {
    content,
    title: null,
    category,
    namespace,
    evidence: await evidenceFor(content, messages),
    ...standing,
  };
}

/** Keeps the first candidate of each text; of tasks and plans the last, which has the current status. */
const withoutTwins = (candidates: Candidate[]): Candidate[] => {
  const byHash = Map.groupBy(candidates, ({ content }) => contentHash(content));
  return [...byHash.values()].flatMap((twins) => {
    const last = twins.findLast(({ category }) => category === 'task' || category === 'plan');
    return last ?? twins.slice(0, 1);
  });
};
