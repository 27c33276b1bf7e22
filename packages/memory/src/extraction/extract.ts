import type { z } from 'zod';
import { type Asked, askTwice, roomForTranscript, shownAnswer, shownProblem } from '../ask-twice.ts';
import { withoutTaken } from '../marks/without-marked.ts';
import type { ChatMessage } from '../ports.ts';
import { loadLanguageDetector } from '../text/tell-language.ts';
import { renderTranscript } from '../transcript/render-transcript.ts';
import type { Message } from '../store/messages.ts';
import type { ToolCall } from '../types.ts';
import { checkCandidates, validateAnswers, type Extraction } from './candidates.ts';
import { inOtherLanguage } from './language-check.ts';
import { type Gist, readGist } from './gist.ts';
import { extractionPrompt, type PromptInput } from './prompt.ts';
import { extractionAnswer, extractionJsonSchema } from './schema.ts';
import { callsOf, isFromMemory, isMemoryTool } from './speaker.ts';

/** Maximum tokens of one answer: about 60 memories, and room for models that count their thinking. */
const replyTokens = 12_000;
/** Tokens of the earlier messages that are shown for context; fewer in a small window. */
const contextTokens = 2_000;
/** Tokens of the placeholder for recalled memories. */
const leftOutTokens = 8;

export type ExtractInput = Omit<PromptInput, 'transcript' | 'context'> &
  Asked & {
    /** The messages above the watermark, in order. */
    messages: Message[];
    /** The last messages below the watermark, shown for context. */
    context: Message[];
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
  const { contextWindow } = input.model;
  const contextLimit = Math.min(contextTokens, Math.floor(contextWindow / 16));
  const context = (await renderTranscript(shown(input.context), contextLimit, input.timeZone)).at(-1) ?? '';
  const maxOutputTokens = Math.min(replyTokens, Math.floor(contextWindow / 4));
  const shownAgain = Math.min(shownAnswer, Math.floor(contextWindow / 8));
  const answers: unknown[][] = [];
  let foreign = 0;
  let gist: Gist | null | undefined;
  const without = extractionPrompt({ ...input, transcript: '', context });
  const reserved = maxOutputTokens + shownAgain + shownProblem;
  const room = roomForTranscript(input.model, without, extractionJsonSchema(input.categories), reserved);
  for (const transcript of await renderTranscript(
    shown(input.messages.map(withoutTaken)),
    room,
    input.timeZone,
  )) {
    const prompt = extractionPrompt({ ...input, transcript, context, gist: gist ?? input.gist });
    const read = await askForMemories({ ...input, shownAnswer: shownAgain }, prompt, maxOutputTokens);
    answers.push(read.memories);
    foreign += read.foreign;
    // a part in which nothing was worked on does not change the gist
    const told = read.session && (await readGist(read.session));
    gist = told ?? gist ?? told;
  }
  const extraction = await validateAnswers(answers, input);
  return { ...extraction, ...(foreign > 0 && { inOtherLanguage: foreign }), gist };
}

type Answer = z.infer<typeof extractionAnswer> & { foreign: number };

/**
 * Asks for memories. They are requested once more when one of them cannot be read, cites no message that was shown, or is in another
 * language than the user's. After the second answer, an unreadable one does not spoil the others.
 */
async function askForMemories(
  input: ExtractInput,
  prompt: ChatMessage[],
  maxOutputTokens: number,
): Promise<Answer> {
  const detect = await loadLanguageDetector();
  const shown = [...input.context, ...input.messages];
  return askTwice(input, {
    name: 'memories',
    schema: extractionJsonSchema(input.categories),
    prompt,
    maxOutputTokens,
    form: extractionAnswer,
    read: (answer) => {
      const { problem: wrong, readable } = checkCandidates(answer.memories, shown);
      const foreign = inOtherLanguage(readable, input, detect);
      const quoted = foreign.map(({ content }) => JSON.stringify(content)).join(', ');
      const inLanguage =
        quoted === '' ? null : `write in the language of the conversation, never translated: ${quoted}`;
      const problems = [wrong, inLanguage].filter((problem) => problem !== null);
      const problem = problems.length > 0 ? problems.join('\n') : undefined;
      const isUnusable = readable.length === 0 && wrong !== null;
      return isUnusable ? { problem: wrong } : { value: { ...answer, foreign: foreign.length }, problem };
    },
  });
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
