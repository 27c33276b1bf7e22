import { randomUUID } from 'node:crypto';
import {
  countMessageTokens,
  countTokens,
  type ModelReply,
  type ModelRequest,
  type ToolCall,
} from '@devai/memory';
import { z } from 'zod';
import { ProviderFailure } from './provider-failure.ts';
import { createThinkSplitter } from './think-splitter.ts';

const usage = z.object({
  prompt_tokens: z.number().nullish(),
  completion_tokens: z.number().nullish(),
  prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
});
type Usage = z.infer<typeof usage>;

const toolCallPart = z.object({
  index: z.int().nullish(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});

/** A message, or a part of one in a stream. Providers name the reasoning differently. */
const messagePart = z.object({
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  tool_calls: z.array(toolCallPart).nullish(),
});

/** A whole answer has `message` in its choice, a part of a stream has `delta`. */
const answerPart = z.object({
  model: z.string().nullish(),
  choices: z
    .array(
      z.object({
        message: messagePart.nullish(),
        delta: messagePart.nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: usage.nullish(),
});

/** Text that just came. */
type AnswerDelta = { text: string; thinking: string };

/**
 * Assembles an answer from its parts: those of a stream, or the single part of a whole answer. `add` throws when a part has
 * an unknown format; `finish` throws when the answer is incomplete or empty.
 */
export function createAnswerReader(model: string, request: ModelRequest) {
  let content = '';
  let reasoning = '';
  const splitThinking = createThinkSplitter();
  let answeredBy = model;
  let finishReason: string | null = null;
  let billed: Usage | null = null;
  const calls: { index: number; id: string; name: string; arguments: string }[] = [];

  return {
    add(part: unknown): AnswerDelta {
      const parsed = answerPart.safeParse(part);
      if (!parsed.success) {
        throw new ProviderFailure(
          'model_failed',
          `answered in an unknown format: ${z.prettifyError(parsed.error)}`,
        );
      }
      answeredBy = parsed.data.model ?? answeredBy;
      billed = parsed.data.usage ?? billed;
      const choice = parsed.data.choices?.[0];
      finishReason = choice?.finish_reason ?? finishReason;
      const message = choice?.message ?? choice?.delta;
      for (const [position, call] of (message?.tool_calls ?? []).entries()) addToolCall(call, position);
      const isEnd = choice?.finish_reason != null;
      const { text, thinking } = splitThinking(message?.content ?? message?.refusal ?? '', isEnd);
      content += text;
      reasoning += message?.reasoning_content ?? '';
      return { text, thinking: (message?.reasoning_content ?? message?.reasoning ?? '') + thinking };
    },
    finish(): ModelReply {
      const truncated = checkFinishReason(finishReason, request);
      const toolCalls = calls.map(toToolCall);
      if (content.trim() === '' && toolCalls.length === 0) {
        throw new ProviderFailure('model_failed', 'gave an empty answer');
      }
      return {
        content,
        toolCalls,
        ...(reasoning === '' ? {} : { thinking: reasoning }),
        model: answeredBy,
        usage: toUsage(billed, request, content, toolCalls),
        ...(truncated ? { truncated } : {}),
      };
    },
  };

  /** Parts belong together by index; a server that gives all calls the same index tells them apart by id. */
  function addToolCall(part: z.infer<typeof toolCallPart>, position: number): void {
    const index = part.index ?? position;
    const known = calls.findLast((call) => call.index === index && (!part.id || part.id === call.id));
    const call = known ?? { index, id: part.id || `call_${randomUUID()}`, name: '', arguments: '' };
    if (!known) calls.push(call);
    // the name comes whole, though some servers repeat it with every part
    call.name ||= part.function?.name ?? '';
    call.arguments += part.function?.arguments ?? '';
  }
}

/** A call in a form that every provider accepts back: they refuse a history with an empty or odd name, or with a duplicate id. */
const toToolCall = (call: ToolCall, position: number, calls: ToolCall[]): ToolCall => ({
  id: calls.findIndex(({ id }) => id === call.id) === position ? call.id : `call_${randomUUID()}`,
  name: call.name.replaceAll(/[^\w-]/g, '_').slice(0, longestToolName) || 'unnamed',
  arguments: call.arguments.trim() === '' ? '{}' : call.arguments,
});

/** Characters that OpenAI's API allows. */
const longestToolName = 64;

/** True when the text was cut at the output limit. Throws unless the model ended by itself. */
function checkFinishReason(finishReason: string | null, request: ModelRequest): true | null {
  switch (finishReason) {
    case 'stop':
    case 'tool_calls':
    case 'function_call':
      return null;
    case 'length':
      if (!request.schema) return true;
      // a second answer would be as long
      throw new ProviderFailure('model_failed', 'cut its structured answer at the output limit', {
        isRetryable: false,
      });
    case null:
      throw new ProviderFailure('model_failed', 'stopped in the middle of its answer');
    case 'content_filter':
    case 'sensitive':
      throw new ProviderFailure('model_refused', `withheld its answer (${finishReason})`);
    default:
      throw new ProviderFailure('model_failed', `broke off its answer (${finishReason})`);
  }
}

/** As billed; counted by the tokenizer if the provider does not report it. */
function toUsage(billed: Usage | null, request: ModelRequest, content: string, toolCalls: ToolCall[]) {
  const prompt = () => request.messages.reduce((sum, message) => sum + countMessageTokens(message), 0);
  const tools = () => (request.tools ? countTokens(JSON.stringify(request.tools)) : 0);
  return {
    inputTokens: billed?.prompt_tokens ?? request.inputTokens ?? prompt() + tools(),
    outputTokens: billed?.completion_tokens ?? countMessageTokens({ role: 'assistant', content, toolCalls }),
    cachedTokens: billed?.prompt_tokens_details?.cached_tokens ?? 0,
  };
}
