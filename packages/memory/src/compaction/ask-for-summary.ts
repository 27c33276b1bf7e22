import { MemoryError } from '../errors.ts';
import type { ChatMessage, ChatModel, ModelReply } from '../ports.ts';
import { truncateToTokens } from '../text/tokens.ts';
import { answerSchema, parseAnswer, type Answer } from './answer.ts';
import type { CandidatePort } from './candidate-port.ts';
import { malformedPrompt } from './compaction-prompt.ts';

/** Tokens of the error that the model is shown: its beginning says enough. */
const problemTokens = 400;

type Input = {
  model: ChatModel;
  prompt: ChatMessage[];
  candidates: Pick<CandidatePort, 'jsonSchema' | 'check'>;
  maxOutputTokens: number;
  /** Tokens of a wrong answer that the model is shown again. */
  shownAnswer: number;
  /** Milliseconds for one call. */
  timeout: number;
  signal: AbortSignal;
  /** Called for each reply, also for rejected ones, which are billed too. */
  onReply: (reply: ModelReply) => void;
};

/**
 * One call when the answer is well-formed; a malformed one is asked for once more with the error. Throws
 * `malformed_answer` after the second, and what the model throws; an aborted signal rejects with its reason.
 */
export async function askForSummary(input: Input): Promise<Answer> {
  let messages = input.prompt;
  let problem = '';
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const reply = await input.model.generate({
      messages,
      schema: { name: 'compaction', schema: answerSchema(input.candidates.jsonSchema) },
      maxOutputTokens: input.maxOutputTokens,
      signal: AbortSignal.any([input.signal, AbortSignal.timeout(input.timeout)]),
    });
    input.onReply(reply);
    const parsed = parseAnswer(reply.content);
    const wrong = parsed.ok ? input.candidates.check(parsed.value.candidates) : parsed.problem;
    if (parsed.ok && wrong === null) return parsed.value;
    problem = truncateToTokens(wrong ?? '', problemTokens);
    messages = [
      ...input.prompt,
      { role: 'assistant', content: truncateToTokens(reply.content, input.shownAnswer) },
      { role: 'user', content: malformedPrompt(problem) },
    ];
  }
  throw new MemoryError(
    'malformed_answer',
    `the model did not answer with summary and candidates: ${problem}`,
  );
}
