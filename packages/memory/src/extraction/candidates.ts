import { z } from 'zod';
import { contentHash } from '../text/content-hash.ts';
import { readStatement } from '../text/statement-overlap.ts';
import { isDeclared, type OwnCategories } from '../store/category.ts';
import { longestContent } from '../fields/memory-fields.ts';
import { normaliseNamespace, scopeOf } from '../namespaces.ts';
import { redact } from '../redaction/redact.ts';
import { otherSpeaker, type Message } from '../store/messages.ts';
import { readDetails } from '../details.ts';
import { redactMetadata } from '../redaction/redact-metadata.ts';
import { momentOfLocal } from '../text/local-time.ts';
import type { Candidate, HeldTime, Metadata, Priority } from '../types.ts';
import { evidenceFor } from './evidence.ts';
import { filingOf, usersPlaces } from './rules/user-statements.ts';
import type { Gist } from './gist.ts';
import { judgeChange } from './judge-change.ts';
import { relateCandidates, type KnownMemory, type ReadCandidate } from './relate-candidates.ts';
import { rawCandidate, type RawCandidate } from './schema.ts';
import { whole } from './own-words.ts';
import { callsOf, isFromMemory, outputsOf } from './speaker.ts';
import { toolOverlap } from './tool-overlap.ts';
import { trustOf } from './trust.ts';

/** The result of phase 1: the candidates, and the dropped ones with their reasons. */
export type Extraction = {
  candidates: Candidate[];
  dropped: { reason: string; content: string }[];
  /** The number of candidates that stayed in another language than the user's, although the model was asked again. */
  inOtherLanguage?: number;
  /** The gist of the session. Null: nothing was worked on; undefined: the model gave none. */
  gist?: Gist | null | undefined;
};

const importanceOf: Record<Priority, number> = { highest: 9, high: 7, medium: 5, low: 3 };

/** Maximum characters of a title. */
const longestTitle = 120;
const mostTags = 12;

/** What is wrong with the form of a model's candidates, or with the messages that they cite, worded for the model; null if nothing is. */
export type CheckedCandidates = { problem: string | null; readable: RawCandidate[] };

/** Checks a model's candidates. `shown`: the messages that the model saw. */
export function checkCandidates(
  raw: unknown[],
  shown: readonly Pick<Message, 'number'>[],
): CheckedCandidates {
  const numbers = new Set(shown.map(({ number }) => number));
  const readable: RawCandidate[] = [];
  const problems = raw.flatMap((one, index) => {
    const { data, error } = rawCandidate.safeParse(one);
    if (!data) return [`memory ${index + 1}: ${z.prettifyError(error)}`];
    readable.push(data);
    if (data.evidence.some((number) => numbers.has(number))) return [];
    return [
      `memory ${index + 1}: there is no message ${data.evidence.join(', ')}; "evidence" holds numbers behind #`,
    ];
  });
  return { problem: problems.length > 0 ? problems.join('\n') : null, readable };
}

type AnswerContext = {
  project: string | null;
  messages: Message[];
  known?: KnownMemory[];
  /** The user's; UTC by default. */
  timeZone?: string;
  /** The host's own; none by default. */
  categories?: OwnCategories;
};

/**
 * Turns a model's answers into candidates, checked against the messages that the model saw. A candidate is dropped
 * with a reason if it cannot be read or none of its evidence is in the transcript; so is a relation to something unknown.
 * Trust comes from the cited messages, not from the model's claims: only the user's own words can be user-stated or
 * of the highest priority. What another person says of
 * themselves is filed under their name in the project, never as the user's. What only a tool said stays in the session's project, and is dropped without one. Candidates with the
 * same text become one.
 */
export async function validateAnswers(
  answers: unknown[][],
  { project, messages, known = [], timeZone = 'UTC', categories = {} }: AnswerContext,
): Promise<Extraction> {
  const byNumber = new Map(messages.map((message) => [message.number, message]));
  const calls = callsOf(messages);
  const byHash = new Map<string, Candidate>();
  const dropped: Extraction['dropped'] = [];
  for (const answer of answers) {
    const taken: ReadCandidate[] = [];
    for (const one of answer) taken.push(await take(one));
    for (const { content } of relateCandidates(taken, known)) {
      drop('a relation of it names nothing known', content);
    }
  }
  return { candidates: [...byHash.values()], dropped };

  async function take(one: unknown): Promise<ReadCandidate> {
    const parsed = rawCandidate.safeParse(one);
    if (!parsed.success) return drop(`malformed: ${z.prettifyError(parsed.error)}`, JSON.stringify(one));
    const { evidence, content, relations, category } = parsed.data;
    const raw = { ...parsed.data, category: isDeclared(category, categories) ? category : 'other' };
    const numbers = [...new Set(evidence)];
    const cited = numbers.flatMap((number) => byNumber.get(number) ?? []);
    if (cited.length === 0) return drop('its evidence is not in the transcript', content);
    if (cited.every((message) => isFromMemory(message, calls))) {
      return drop("its evidence is the agent's own memory", content);
    }
    const made = await toCandidate(raw, cited, { project, messages, known, timeZone });
    if (isShared(made.namespace) && isToolsWord(made, messages)) {
      if (project === null) return drop('only a tool said it, and the session has no project', content);
      const [, , ...place] = made.namespace.split('/');
      // whatever project is named here, the current one is meant
      made.namespace = normaliseNamespace(['project', 'current', ...place].join('/'), project);
    }
    if (made.trust === 'other' && isShared(made.namespace)) {
      const speaker = cited.flatMap((message) => otherSpeaker(message) ?? []).at(-1) ?? '';
      const home = project === null ? 'user' : 'project/current';
      made.namespace = normaliseNamespace(`${home}/people/${speaker.replaceAll('/', ' ')}`, project);
    }
    const hash = contentHash(made.content);
    const candidate = byHash.get(hash) ?? made;
    byHash.set(hash, candidate);
    return { candidate, relations };
  }

  function drop(reason: string, content: string): null {
    dropped.push({ reason, content });
    return null;
  }
}

async function toCandidate(
  raw: RawCandidate,
  cited: Message[],
  { project, messages, known, timeZone }: Required<Omit<AnswerContext, 'categories'>>,
): Promise<Candidate> {
  const statements = known.map(({ content: text }) => text);
  const { trust, isOwnWords } = trustOf(raw.content, cited, messages, statements);
  const isStated = isOwnWords && raw.isClaimed;
  const priority = isStated ? 'highest' : raw.priority === 'highest' ? 'medium' : raw.priority;
  // importance raises the rank, so a model's false claim or a tool's output must not get more than its priority gives
  const isPlain =
    trust !== 'tool' && trust !== 'other' && raw.source !== 'user_stated' && raw.priority !== 'highest';
  const importance = raw.importance ?? importanceOf[priority];
  const content = cut((await redact(raw.content)).trim(), longestContent);
  const title = raw.title ? cut((await redact(raw.title)).trim(), longestTitle) : null;
  const candidate: Candidate = {
    content,
    title,
    memoryType: raw.type,
    category: raw.category,
    namespace: normaliseNamespace(raw.namespace.trim() || placeOf(raw), project),
    source: isStated ? 'user_stated' : raw.source === 'user_stated' ? 'discovery' : raw.source,
    priority,
    importance: isStated || isPlain ? importance : Math.min(importance, importanceOf[priority]),
    tags: await tagsOf(raw.tags),
    metadata: await detailsOf(raw, cited),
    evidence: await evidenceFor(content, cited),
    trust,
    expiresAt: raw.expires_at ?? null,
    ...heldTimeOf(raw, timeZone),
  };
  const isOpen = raw.isClaimed && !isStated && judgeChange(candidate, null, messages).isUsers === 'perhaps';
  return isOpen ? { ...candidate, claimed: raw.importance ?? importanceOf.highest } : candidate;
}

/** Whether other projects read it, too. */
const isShared = (namespace: string): boolean => !scopeOf(namespace).startsWith('devai/project/');

/** Whether a tool said it and the user did not, even if the agent said it after the tool: that must not speak to every project. */
const isToolsWord = ({ trust, content }: Candidate, messages: Message[]): boolean =>
  trust === 'tool' ||
  (trust === 'agent' && toolOverlap(readStatement(content), outputsOf(messages)).share >= whole);

/** Returns where to file a candidate for which the model named no place. */
const placeOf = ({ category, content }: RawCandidate): string =>
  category === 'preference' || category === 'profile' ? usersPlaces[category] : filingOf(content).place;

/** Reads the details. A task that is done was done when the message was written, unless the details say otherwise. */
async function detailsOf({ category, details }: RawCandidate, cited: Message[]): Promise<Metadata> {
  const read = await redactMetadata(readDetails(category, details));
  const saidAt = cited.at(-1)?.createdAt.toISOString();
  return read['status'] === 'done' && saidAt ? { completedAt: saidAt, ...read } : read;
}

/** The event time that the model gives; nothing if it gives none that can be. A day ends with the day, where the user is. */
function heldTimeOf(
  { holds_from: from, holds_until: until }: RawCandidate,
  timeZone: string,
): Partial<HeldTime> {
  const momentOf = (time: string, isEnd: boolean): Date => {
    if (zoned.test(time)) return new Date(time);
    const local = new Date(`${time.length > day ? time : `${time}T00:00`}Z`);
    if (isEnd && time.length === day) local.setUTCDate(local.getUTCDate() + 1);
    return momentOfLocal(local, timeZone);
  };
  const holdsFrom = from ? momentOf(from, false) : null;
  const holdsUntil = until ? momentOf(until, true) : null;
  if (holdsFrom === null && holdsUntil === null) return {};
  return holdsFrom !== null && holdsUntil !== null && holdsFrom >= holdsUntil
    ? {}
    : { holdsFrom, holdsUntil };
}

const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/iu;
const day = 'YYYY-MM-DD'.length;

async function tagsOf(raw: string[]): Promise<string[]> {
  const single = raw.flatMap((text) => text.split(/[,;،、]/u));
  const tags = await Promise.all(single.slice(0, mostTags).map((tag) => redact(tag.trim().toLowerCase())));
  return [...new Set(tags)].filter((tag) => tag !== '');
}

const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed();
