import type { z } from 'zod';
import { askTwice, shownAnswer, shownProblem } from '../ask-twice.ts';
import { MemoryError } from '../errors.ts';
import { withoutTaken } from '../marks/without-marked.ts';
import type { ChatMessage, ChatModel, ModelReply } from '../ports.ts';
import { loadLanguageDetector } from '../text/tell-language.ts';
import { countMessageTokens, countTokens } from '../text/tokens.ts';
import { renderTranscript } from '../transcript/render-transcript.ts';
import type { Message } from '../store/messages.ts';
import type { ToolCall } from '../types.ts';
import { checkCandidates, validateAnswers, type Extraction } from './candidates.ts';
import { inOtherLanguage } from './language-check.ts';
import { type Gist, readGist } from './gist.ts';
import { extractionPrompt } from './prompt.ts';
import type { KnownMemory } from './relate-candidates.ts';
import { extractionAnswer, extractionJsonSchema, rawCandidate } from './schema.ts';
import { callsOf, isFromMemory, isMemoryTool } from './speaker.ts';

/** Maximum tokens of one answer: about 60 memories, and room for models that count their thinking. */
const replyTokens = 12_000;
/** Tokens of the earlier messages that are shown for context. */
const contextTokens = 2_000;
/** The minimum tokens of transcript per call. With less room, the model's window is too small to extract with. */
const leastPart = 1_000;
/** Tokens of the placeholder for recalled memories. */
const leftOutTokens = 8;

export type ExtractInput = {
  /** The messages above the watermark, in order. */
  messages: Message[];
  /** The last messages below the watermark, shown for context. */
  context: Message[];
  project: string | null;
  /** Stored memories that the messages may repeat or build on. */
  known: KnownMemory[];
  /** Passages of documents about the same subject; what they say is not made into memories. */
  documents: string[];
  /** The gist of the session so far; null: none yet. */
  gist: Gist | null;
  /** Names of the files that are in every prompt of the agent. */
  promptFiles: string[];
  model: ChatModel;
  now: Date;
  /** The user's time zone; an IANA name. */
  timeZone: string;
  /** Milliseconds for one call. */
  timeout: number;
  signal: AbortSignal;
  /** Called for every reply, including rejected ones, which are billed, too. */
  onReply?: (reply: ModelReply) => void;
};

/**
 * Phase 1: takes candidates from messages, in one model call, or in one per part if they do not fit the model's
 * window. A malformed answer is repaired, then requested once more with the error. Throws `malformed_answer` after
 * the second one (an empty or truncated answer is malformed and never means "nothing to remember"), `model_refused`
 * if the window is too small, and what the model throws; an aborted signal rejects with its reason.
 */
export async function extract(input: ExtractInput): Promise<Extraction> {
  const calls = callsOf([...input.context, ...input.messages]);
  const shown = (messages: Message[]) => withoutMemories(messages, calls);
  const context = (await renderTranscript(shown(input.context), contextTokens)).at(-1) ?? '';
  const maxOutputTokens = Math.min(replyTokens, Math.floor(input.model.contextWindow / 4));
  const answers: unknown[][] = [];
  let foreign = 0;
  let gist: Gist | null | undefined;
  for (const transcript of await renderTranscript(
    shown(input.messages.map(withoutTaken)),
    roomFor(input, context, maxOutputTokens),
  )) {
    const read = await askForMemories(
      input,
      extractionPrompt({ ...input, transcript, context, gist: gist ?? input.gist }),
      maxOutputTokens,
    );
    answers.push(read.memories);
    foreign += read.foreign;
    // a part in which nothing was worked on does not change the gist
    const told = read.session && (await readGist(read.session));
    gist = told ?? gist ?? told;
  }
  return {
    ...(await validateAnswers(answers, input)),
    ...(foreign > 0 && { inOtherLanguage: foreign }),
    gist,
  };
}

type Answer = z.infer<typeof extractionAnswer>;
type Read = Answer & { foreign: number };

/**
 * Asks for memories. Candidates in another language than the user's are requested once more, and kept if the second
 * answer does not change that.
 */
async function askForMemories(
  input: ExtractInput,
  prompt: ChatMessage[],
  maxOutputTokens: number,
): Promise<Read> {
  const detect = await loadLanguageDetector();
  let first: Read | null = null;
  const read = (answer: Answer): Read | string => {
    const memories = readMemories(answer);
    if (typeof memories === 'string') return memories;
    const parsed = memories.flatMap((one) => rawCandidate.safeParse(one).data ?? []);
    const foreign = inOtherLanguage(parsed, input.messages, detect);
    const found = { ...answer, memories, foreign: foreign.length };
    if (foreign.length === 0 || first !== null) return found;
    first = found;
    const quoted = foreign.map(({ content }) => JSON.stringify(content)).join(', ');
    return `write in the language of the user, never translated: ${quoted}`;
  };
  const question = { name: 'memories', schema: extractionJsonSchema, prompt, maxOutputTokens };
  return askTwice(input, { ...question, form: extractionAnswer, read }).catch((error: unknown) => {
    if (first !== null && error instanceof MemoryError && error.code === 'malformed_answer') return first;
    throw error;
  });
}

/**
 * Returns the memories as the model wrote them, or, if none can be read, what is wrong with them. A single unreadable
 * memory does not spoil the others.
 */
function readMemories({ memories }: Answer): unknown[] | string {
  const isUseless = memories.length > 0 && memories.every((one) => checkCandidates([one]) !== null);
  return isUseless ? (checkCandidates(memories) ?? '') : memories;
}

/** Leaves out what the agent read from its memory and wrote to it, so that nothing is learnt twice. */
function withoutMemories(messages: Message[], calls: ReadonlyMap<string, ToolCall>): Message[] {
  return messages
    .filter((message) => message.role !== 'system')
    .map((message) =>
      isFromMemory(message, calls)
        ? { ...message, content: '[memories, left out]', tokens: leftOutTokens }
        : { ...message, toolCalls: message.toolCalls.map(withoutOwnMemory) },
    );
}

const withoutOwnMemory = (call: ToolCall): ToolCall =>
  isMemoryTool(call.name) ? { ...call, arguments: '{}' } : call;

/** Returns how many tokens of transcript fit into one call. Throws `model_refused` if there are too few. */
function roomFor(input: ExtractInput, context: string, maxOutputTokens: number): number {
  const prompt = extractionPrompt({ ...input, transcript: '', context });
  const fixed = prompt.reduce((sum, message) => sum + countMessageTokens(message), 0);
  const schema = countTokens(JSON.stringify(extractionJsonSchema));
  const room = input.model.contextWindow - fixed - schema - maxOutputTokens - shownAnswer - shownProblem;
  if (room >= leastPart) return room;
  throw new MemoryError(
    'model_refused',
    `the window of ${input.model.id} (${input.model.contextWindow} tokens) is too small for an extraction: configure a model with a larger one`,
  );
}
