import { contentHash } from '../../text/content-hash.ts';
import { normaliseNamespace } from '../../namespaces.ts';
import { redact } from '../../redaction/redact.ts';
import type { Candidate, Category, Message } from '../../types.ts';
import { contentWords } from '../../text/common-words.ts';
import { evidenceFor } from '../evidence.ts';
import type { Extraction } from '../extraction.ts';
import { isFromUser } from '../speaker.ts';
import { correctionInContext } from './correction-context.ts';
import { correctionIn, isBareNo } from './corrections.ts';
import { isDecision, reasonOf } from './decisions.ts';
import { findExplicitStatements } from './find-explicit-statements.ts';
import { findFixes } from './find-fixes.ts';
import { languageOf } from './language.ts';
import { isOfOneself } from './oneself.ts';
import { isPersonalFact } from './personal-facts.ts';
import { isPreference } from './preferences.ts';
import { isPresentState } from './present-state.ts';
import { resolveRelativeDates } from './relative-dates.ts';
import { linesOf } from '../../text/sentences.ts';
import { isQuestion } from './statement-filters.ts';
import { tidy } from './tidy.ts';
import { unquotedText } from './unquoted-text.ts';

/** What the rules took from messages: a statement of the user, or a fix. */
type Found = Pick<Candidate, 'content' | 'category' | 'metadata'> & { place: string; messages: number[] };

/** Characters of a sentence that a person says; what is longer was pasted. */
const longestSentence = 500;
/** Characters of a message that somebody typed. */
const longestMessage = 8_000;

/**
 * Candidates without a model, in English, German and Thai: what the user asks to be remembered, corrections, preferences,
 * decisions, who the user is, what something is by now, and a tool's error with its fix. Contents are in the user's words, redacted. What was
 * understood but cannot stand alone is in `dropped`.
 */
export async function extractByRules(messages: Message[], project: string | null): Promise<Extraction> {
  const dropped: Extraction['dropped'] = [];
  const stated = messages.flatMap((message, index) =>
    isFromUser(message) ? statementsOf(message, lastReply(messages.slice(0, index)), dropped) : [],
  );
  const candidates = await Promise.all([
    ...stated.map((found) => statedByUser(found, messages, project)),
    ...findFixes(messages, languageOf(spoken(messages))).map((fix) => fixOf(fix, messages, project)),
  ]);
  return { candidates: withoutTwins(candidates), dropped };
}

/** The user's explicit requests alone. They are kept whatever a model makes of the conversation. */
export function explicitCandidates(messages: Message[], project: string | null): Promise<Candidate[]> {
  return Promise.all(
    messages
      .filter(isFromUser)
      .flatMap(explicitIn)
      .map((found) => statedByUser(found, messages, project)),
  );
}

function statementsOf(message: Message, reply: Message | null, dropped: Extraction['dropped']): Found[] {
  const explicit = explicitIn(message);
  if (message.content.length > longestMessage) return explicit;
  const sentences = linesOf(unquotedText(message.content)).flatMap((line) => line.sentences);
  const others = sentences.flatMap((sentence, index) => {
    if (sentence.length > longestSentence || explicit.some((found) => sentence.includes(found.content)))
      return [];
    const correction = correctionIn(sentence, index > 0 && isBareNo(sentences[index - 1] ?? ''));
    if (correction !== null) return correctionFound(correction, message, reply, dropped);
    return statementIn(sentence, message);
  });
  return [...explicit, ...others];
}

const explicitIn = (message: Message): Found[] =>
  findExplicitStatements(message.content, message.createdAt).map(({ content, category }) => ({
    content,
    category,
    metadata: {},
    // where the explicit path files it as well, so that the two are one
    place: category === 'preference' ? 'devai/user/preferences' : '',
    messages: [message.number],
  }));

function correctionFound(
  correction: string,
  message: Message,
  reply: Message | null,
  dropped: Extraction['dropped'],
): Found[] {
  const inContext = correctionInContext(correction, message, reply);
  if (inContext === null) {
    dropped.push({ reason: 'a correction that does not say of what', content: correction });
    return [];
  }
  const isWish = isPreference(correction);
  return [
    {
      content: resolveRelativeDates(inContext.content, message.createdAt),
      category: isWish ? 'preference' : 'other',
      metadata: {},
      place: isWish
        ? 'devai/user/preferences'
        : isOfOneself(correction)
          ? 'devai/user/profile'
          : 'corrections',
      messages: inContext.messages,
    },
  ];
}

function statementIn(sentence: string, message: Message): Found[] {
  const content = tidy(sentence);
  if (isQuestion(sentence)) return [];
  const found = (category: Category, place: string, metadata = {}): Found[] => [
    {
      content: resolveRelativeDates(content, message.createdAt),
      category,
      metadata,
      place,
      messages: [message.number],
    },
  ];
  if (isPersonalFact(sentence)) return found('other', 'devai/user/profile');
  if (contentWords(content).length < 2) return [];
  if (isDecision(sentence)) {
    const reason = reasonOf(content);
    return found('decision', 'decisions', reason === null ? {} : { rationale: reason });
  }
  // before what is wanted: "standup is at 10:00 from now on"
  if (isPresentState(sentence)) return found('other', isOfOneself(content) ? 'devai/user/profile' : '');
  return isPreference(sentence) ? found('preference', 'devai/user/preferences') : [];
}

async function statedByUser(found: Found, messages: Message[], project: string | null): Promise<Candidate> {
  const content = await redact(found.content);
  return {
    content,
    title: null,
    memoryType: 'semantic',
    category: found.category,
    namespace: normaliseNamespace(found.place, project),
    source: 'user_stated',
    priority: 'highest',
    importance: 9,
    tags: [],
    metadata: found.metadata,
    evidence: await evidenceFor(content, cited(found.messages, messages)),
    trust: 'user',
  };
}

async function fixOf(
  fix: { content: string; messages: number[]; tool: string },
  messages: Message[],
  project: string | null,
): Promise<Candidate> {
  const content = await redact(fix.content);
  return {
    content,
    title: null,
    memoryType: 'episodic',
    category: 'code_knowledge',
    namespace: normaliseNamespace('fixes', project),
    source: 'error_resolution',
    priority: 'high',
    importance: 7,
    tags: [fix.tool],
    metadata: {},
    evidence: await evidenceFor(content, cited(fix.messages, messages)),
    // its words are those of the tool's output
    trust: 'tool',
  };
}

const cited = (numbers: number[], messages: Message[]): Message[] =>
  messages.filter((message) => numbers.includes(message.number));

function lastReply(before: Message[]): Message | null {
  const last = before.findLast((message) => message.role !== 'tool' && message.content !== '');
  return last?.role === 'assistant' && last.type !== 'notice' ? last : null;
}

const spoken = (messages: Message[]): string =>
  messages
    .filter(isFromUser)
    .map((message) => message.content.slice(0, 1_000))
    .join('\n');

function withoutTwins(candidates: Candidate[]): Candidate[] {
  const byHash = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const hash = contentHash(candidate.content);
    if (!byHash.has(hash)) byHash.set(hash, candidate);
  }
  return [...byHash.values()];
}
