import type { ModelReply, ModelRequest } from '../ports.ts';
import { countMessageTokens, countTokens } from '../text/tokens.ts';
import type { ToolCall } from '../types.ts';
import { z } from 'zod';
import { createCallReader } from './openai-tool-calls.ts';
import { ProviderFailure } from './provider-failure.ts';
import { createThinkSplitter } from './think-splitter.ts';

/** A field that only informs: whatever else stands there is as if it were missing. */
const informative = <Form extends z.ZodType>(form: Form) => form.nullish().catch(undefined);

const usage = z.object({
  prompt_tokens: informative(z.number()),
  completion_tokens: informative(z.number()),
  prompt_tokens_details: informative(z.object({ cached_tokens: informative(z.number()) })),
});
type Usage = z.infer<typeof usage>;

/** A message, or a part of one in a stream. Providers name the reasoning differently. */
const messagePart = z.object({
  content: z.unknown().optional(),
  refusal: informative(z.string()),
  reasoning_content: informative(z.string()),
  reasoning: informative(z.string()),
  tool_calls: z.unknown().optional(),
  function_call: z.unknown().optional(),
});
type MessagePart = z.infer<typeof messagePart>;

/** A whole answer has `message` in its choice, a part of a stream has `delta`; some have the text so far beside it. */
const choice = z.object({
  message: informative(messagePart),
  delta: informative(messagePart),
  /** In the form before there were messages. */
  text: informative(z.string()),
  finish_reason: informative(z.string()),
});
const answerPart = z.object({
  model: informative(z.string()),
  choices: z.array(choice).nullish(),
  usage: informative(usage),
});

/** Text that just came. `reset`: the text before it was thinking. */
type AnswerDelta = { text: string; thinking: string; reset?: true };

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
  /** The end without a finish reason: some servers send none. */
  let isEnded = false;
  let choices = 0;
  /** What was read of messages, each of which may have the text so far. */
  let messages = '';
  let hasUsageAtEnd = false;
  let billed: Usage | null = null;
  const calls = createCallReader();
  /** The last message beside an empty delta: the answer, when no delta has any. */
  let beside: MessagePart | null = null;

  return {
    add(part: unknown): AnswerDelta {
      const parsed = answerPart.safeParse(part);
      if (!parsed.success) throw unknownFormat(z.prettifyError(parsed.error));
      const { data } = parsed;
      answeredBy = data.model ?? answeredBy;
      billed = data.usage ?? billed;
      const [first] = data.choices ?? [];
      if (!first) {
        hasUsageAtEnd ||= data.usage != null;
        return { text: '', thinking: '' };
      }
      finishReason = first.finish_reason?.trim() || finishReason;
      choices += 1;
      if (!first.delta && first.message) {
        isEnded = choices === 1;
        return read(withoutSaid(first.message));
      }
      beside = first.message ?? beside;
      return read(first.delta ?? messagePart.parse({ content: first.text }));
    },
    /** Whether the model has said that it is at the end. What follows, if anything, is the usage. */
    isFinished: (): boolean => finishReason !== null,
    /** Whether nothing can follow. */
    isComplete: (): boolean => finishReason !== null && hasUsageAtEnd,
    /** Ends the answer: `isDone` if the server said that nothing follows. Returns the last text, and the reply. */
    finish(isDone: boolean): AnswerDelta & { reply: ModelReply } {
      const isEmpty = content === '' && calls.calls().length === 0;
      const rest = isEmpty && beside ? read(beside) : { text: '', thinking: '' };
      const last = take(splitThinking('', true));
      const toolCalls = calls.calls();
      const hasAnswer = content.trim() !== '' || toolCalls.length > 0;
      const reason = finishReason ?? (hasAnswer && (isDone || isEnded || hasUsageAtEnd) ? 'stop' : null);
      const truncated = checkFinishReason(reason, hasAnswer, request);
      if (!hasAnswer) throw new ProviderFailure('model_failed', 'gave an empty answer');
      const reply: ModelReply = {
        content,
        toolCalls,
        ...(reasoning === '' ? {} : { thinking: reasoning }),
        model: answeredBy,
        usage: toUsage(billed, request, content, toolCalls),
        ...(truncated ? { truncated } : {}),
      };
      const isReset = last.reset ?? false;
      return {
        text: isReset ? last.text : rest.text + last.text,
        thinking: rest.thinking + last.thinking,
        ...(isReset && { reset: true }),
        reply,
      };
    },
  };

  function read(message: MessagePart): AnswerDelta {
    calls.add(message.tool_calls ?? functionCall(message.function_call));
    const said = textsIn(message.content);
    reasoning += message.reasoning_content ?? '';
    const delta = take(splitThinking(said.text || (message.refusal ?? ''), false));
    const thought = message.reasoning_content ?? message.reasoning ?? '';
    return { ...delta, thinking: thought + said.thinking + delta.thinking };
  }

  function withoutSaid(message: MessagePart): MessagePart {
    if (typeof message.content !== 'string') return message;
    const goesOn = messages !== '' && message.content.startsWith(messages);
    const text = goesOn ? message.content.slice(messages.length) : message.content;
    messages += text;
    return { ...message, content: text };
  }

  function take(delta: AnswerDelta): AnswerDelta {
    content = delta.reset ? delta.text : content + delta.text;
    return delta;
  }
}

/** The form of calls before there could be several. */
const functionCall = (call: unknown): unknown => (call ? { function: call } : undefined);

const contentPart = z.object({
  type: informative(z.string()),
  text: z.unknown().optional(),
  thinking: z.unknown().optional(),
  reasoning: z.unknown().optional(),
  summary: z.unknown().optional(),
  content: z.unknown().optional(),
  value: z.unknown().optional(),
});

/** The text of a content, which is a text, a part, or a list of parts; parts of unknown kinds have none. */
function textsIn(content: unknown): { text: string; thinking: string } {
  if (content === null || content === undefined) return { text: '', thinking: '' };
  if (typeof content === 'string') return { text: content, thinking: '' };
  if (Array.isArray(content)) {
    const parts = content.map(textsIn);
    return {
      text: parts.map(({ text }) => text).join(''),
      thinking: parts.map(({ thinking }) => thinking).join(''),
    };
  }
  const parsed = contentPart.safeParse(content);
  if (!parsed.success) throw unknownFormat(`content of the type ${typeof content}`);
  const { type, text, thinking, reasoning, summary, content: inner, value } = parsed.data;
  const thought = textsIn(thinking ?? reasoning ?? summary);
  const said = textsIn(text ?? inner ?? value);
  return /think|reason/iu.test(type ?? '')
    ? { text: '', thinking: allOf(thought) + allOf(said) }
    : { text: said.text, thinking: allOf(thought) + said.thinking };
}

const allOf = ({ text, thinking }: { text: string; thinking: string }): string => thinking + text;

const unknownFormat = (why: string): ProviderFailure =>
  new ProviderFailure('model_failed', `answered in an unknown format: ${why}`);

/** What finish reasons mean, under the names of all providers. Others are an end like `stop`, if there is an answer. */
const cut =
  /^(?:length|.*max.*tokens.*|model_length|.*token_?limit.*|.*context.*(?:length|exceed|full).*)$/iu;
const withheld =
  /filter|sensitive|safety|moderat|recitation|block|prohibited|guardrail|^spii$|^refusal$|violation/iu;
const broken =
  /error|abort|cancel|time_?out|insufficient|interrupt|malformed|unavailable|overload|unexpected|fail/iu;
const plainEnds = new Set(['stop', 'tool_calls', 'function_call']);

/** True when the text was cut at the output limit. Throws unless the model ended by itself. */
function checkFinishReason(reason: string | null, hasAnswer: boolean, request: ModelRequest): true | null {
  if (reason === null) throw new ProviderFailure('model_failed', 'stopped in the middle of its answer');
  if (cut.test(reason)) {
    if (!request.schema) return true;
    // a second answer would be as long
    throw new ProviderFailure('model_failed', 'cut its structured answer at the output limit', {
      isRetryable: false,
    });
  }
  if (withheld.test(reason)) {
    throw new ProviderFailure('model_refused', `withheld its answer (${reason})`);
  }
  if (broken.test(reason) || (!hasAnswer && !plainEnds.has(reason))) {
    throw new ProviderFailure('model_failed', `broke off its answer (${reason})`);
  }
  return null;
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
