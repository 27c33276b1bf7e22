import { roomForTranscript } from '../ask-twice.ts';
import type { ChatMessage, ChatModel, ModelReply } from '../ports.ts';
import type { Message } from '../store/messages.ts';
import type { Session } from '../store/sessions.ts';
import { answerSchema, askForSummary } from './ask-for-summary.ts';
import type { CandidatePort } from './candidate-port.ts';
import { compactionPrompt } from './compaction-prompt.ts';
import type { Limits } from './limits.ts';
import { renderTranscript } from '../transcript/render-transcript.ts';
import { fitSummary, renderSummary, type SummarySections } from './summary.ts';

/** Maximum tokens of a reply: summary, candidates, and reasoning for models that count it. */
const replyTokens = 16_000;
/** Tokens of a wrong answer that are shown to the model again: the summary and most of the candidates. */
const shownAnswer = 6_000;
/** Tokens for the text of a second question. */
const questionTokens = 1_000;

type Input = {
  model: ChatModel;
  messages: Message[];
  earlier: SummarySections;
  candidates: Pick<CandidatePort, 'jsonSchema' | 'instructions' | 'check'>;
  session: Session;
  limits: Limits;
  now: Date;
  timeZone: string;
  signal: AbortSignal;
  onReply: (reply: ModelReply) => void;
};

/**
 * Merges the previous summary and these messages into one summary, and returns it with the model's raw candidates.
 * Makes one call if the messages fit the model's window, otherwise one per part, each of which merges into the
 * summary of the previous parts. Throws what `askForSummary` throws, and `model_refused` if the window is too small.
 */
export async function summariseByModel(
  input: Input,
): Promise<{ sections: SummarySections; candidates: unknown[] }> {
  const { model, messages } = input;
  const { summaryMaximum, timeout } = input.limits;
  const maxOutputTokens = Math.min(replyTokens, Math.floor(model.contextWindow / 4));
  const shown = Math.min(shownAnswer, Math.floor(model.contextWindow / 8));
  let sections = fitSummary(input.earlier, summaryMaximum);
  const candidates: unknown[] = [];

  const reserved = summaryMaximum + maxOutputTokens + shown + questionTokens;
  const schema = answerSchema(input.candidates.jsonSchema);
  const room = roomForTranscript(model, promptFor(input, '', ''), schema, reserved);
  for (const transcript of await renderTranscript(messages, room, input.timeZone)) {
    const earlier = renderSummary(sections, []);
    const answer = await askForSummary({
      ...input,
      timeout,
      prompt: promptFor(input, earlier, transcript),
      maxOutputTokens,
      shownAnswer: shown,
    });
    sections = fitSummary(answer.summary, summaryMaximum);
    candidates.push(...answer.candidates);
  }
  return { sections, candidates };
}

const promptFor = (input: Input, earlier: string, transcript: string): ChatMessage[] =>
  compactionPrompt({
    ...{ ...input, earlier, transcript },
    candidateInstructions: input.candidates.instructions(input.session.project),
  });
