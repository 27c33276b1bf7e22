import { MemoryError } from '../errors.ts';
import type { ChatMessage, ChatModel, JsonSchema, Log, ModelReply } from '../ports.ts';
import { countTokens, truncateToTokens } from '../text/tokens.ts';
import { answerSchema, correctionSchema, parseAnswer, parseCorrection, type Answer } from './answer.ts';
import { findInvented, markInvented } from './invented-identifiers.ts';
import type { CandidatePort } from './candidate-port.ts';
import { correctionPrompt, malformedPrompt } from './prompt.ts';
import { fitSummary, renderSummary, type SummarySections } from './summary.ts';

/** What the model is told of what was wrong: the first of it says enough. */
const namedInvented = 40;
const problemTokens = 400;

type Input = {
  model: ChatModel;
  prompt: ChatMessage[];
  candidates: Pick<CandidatePort, 'jsonSchema' | 'check'>;
  /** All that the summary may take names from. */
  source: string;
  /** Tokens of the summary. */
  maximum: number;
  maxOutputTokens: number;
  /** Tokens of a wrong answer that the model is shown again. */
  shownAnswer: number;
  /** Milliseconds for one call. */
  timeout: number;
  signal: AbortSignal;
  /** Called for each reply, the useless ones too: they were paid for. */
  onReply: (reply: ModelReply) => void;
  log: Log;
};

/**
 * One call when the answer is good. A malformed one is asked for once more with the error; a summary that names what is
 * not in its source, or is too long, is asked for once more, and then marked and cut by code. Throws
 * `malformed_answer` after the second malformed one, and what the model throws; an aborted signal rejects with its reason.
 */
export async function askForSummary(input: Input): Promise<Answer> {
  const { answer, shown } = await askForAnswer(input);
  const invented = findInvented(answer.summary, input.source);
  const tokens = countTokens(renderSummary(answer.summary, []));
  const surplus = tokens > input.maximum ? { tokens, maximum: input.maximum } : null;
  if (invented.length === 0 && !surplus) return answer;

  const question = correctionPrompt(invented.slice(0, namedInvented), surplus);
  const corrected = await askForCorrection(input, afterAnswer(input, shown, question));
  return { ...answer, summary: repairByCode(corrected ?? answer.summary, input) };
}

async function askForAnswer(input: Input): Promise<{ answer: Answer; shown: string }> {
  let conversation = input.prompt;
  let problem = '';
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const { content } = await call(
      input,
      conversation,
      'compaction',
      answerSchema(input.candidates.jsonSchema),
    );
    const parsed = parseAnswer(content);
    const wrong = parsed.ok ? input.candidates.check(parsed.value.candidates) : parsed.problem;
    if (parsed.ok && wrong === null) return { answer: parsed.value, shown: content };
    problem = truncateToTokens(wrong ?? '', problemTokens);
    conversation = afterAnswer(input, content, malformedPrompt(problem));
  }
  throw new MemoryError(
    'malformed_answer',
    `the model did not answer with summary and candidates: ${problem}`,
  );
}

const afterAnswer = (input: Input, answer: string, question: string): ChatMessage[] => [
  ...input.prompt,
  { role: 'assistant', content: truncateToTokens(answer, input.shownAnswer) },
  { role: 'user', content: question },
];

/** Null when the correction is no use: then the answer stands that was good but for a name or its length. */
async function askForCorrection(input: Input, conversation: ChatMessage[]): Promise<SummarySections | null> {
  try {
    const reply = await call(input, conversation, 'corrected_summary', correctionSchema);
    const parsed = parseCorrection(reply.content);
    if (parsed.ok) return parsed.value.summary;
    input.log.warn({ problem: parsed.problem }, 'a summary was not corrected by the model; it is by code');
  } catch (error) {
    input.signal.throwIfAborted();
    input.log.warn({ err: error }, 'a summary was not corrected by the model; it is by code');
  }
  return null;
}

const repairByCode = (summary: SummarySections, { source, maximum }: Input): SummarySections =>
  fitSummary(markInvented(summary, findInvented(summary, source)), maximum);

async function call(
  input: Input,
  messages: ChatMessage[],
  name: string,
  schema: JsonSchema,
): Promise<ModelReply> {
  const signal = AbortSignal.any([input.signal, AbortSignal.timeout(input.timeout)]);
  const reply = await input.model.generate({
    messages,
    schema: { name, schema },
    maxOutputTokens: input.maxOutputTokens,
    signal,
  });
  input.onReply(reply);
  return reply;
}
