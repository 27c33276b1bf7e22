import type { ChatMessage, ModelRequest, ToolSchema } from '../ports.ts';
import type { ToolCall } from '../types.ts';
import type { OpenAI } from 'openai';
import type { RequestForm } from './request-form.ts';
import { longestCallId, objectIn, shortId } from './openai-tool-calls.ts';

type Message = OpenAI.Chat.ChatCompletionMessageParam;

/** A request in the form of OpenAI's chat completions. */
export function toOpenAIRequest(request: ModelRequest, model: string, form: RequestForm) {
  const { messages, tools = [], schema, maxOutputTokens } = request;
  const inPrompt = schema && form.structuredOutput !== 'json_schema' ? schema.schema : null;
  const given = inPrompt ? withSchemaInPrompt(messages, inPrompt) : messages;
  return {
    model,
    messages: toOpenAIMessages(arrange(given, form), form),
    ...(tools.length > 0 ? { tools: tools.map(toOpenAITool) } : {}),
    ...(schema ? responseFormat(schema, form) : {}),
    ...outputLimit(maxOutputTokens, form),
    ...form.extraBody,
  } satisfies OpenAI.Chat.ChatCompletionCreateParams;
}

function outputLimit(tokens: number | undefined, { outputLimit: name, mostOutput }: RequestForm) {
  if (tokens === undefined || name === 'none') return {};
  return { [name]: Math.min(tokens, mostOutput ?? tokens) };
}

function responseFormat({ name, schema }: NonNullable<ModelRequest['schema']>, form: RequestForm) {
  if (form.structuredOutput === 'none') return {};
  if (form.structuredOutput === 'json_object') return { response_format: { type: 'json_object' as const } };
  const { strict } = form;
  return { response_format: { type: 'json_schema' as const, json_schema: { name, schema, strict } } };
}

function arrange(messages: ChatMessage[], form: RequestForm): ChatMessage[] {
  const arranged = systemForms[form.systemMessages](messages);
  return form.parallelToolCalls ? arranged : arranged.flatMap(separateToolCalls);
}

const systemForms: Record<RequestForm['systemMessages'], (messages: ChatMessage[]) => ChatMessage[]> = {
  anywhere: (messages) => messages,
  first: joinSystemMessages,
  user: (messages) => joinUserMessages(joinSystemMessages(messages)),
};

/** One message for each of its tool calls, followed by the result. */
function separateToolCalls(message: ChatMessage, index: number, messages: ChatMessage[]): ChatMessage[] {
  // follows its call
  if (message.role === 'tool') return [];
  if (message.role !== 'assistant' || !message.toolCalls?.length) return [message];
  const { toolCalls } = message;
  const results = messages.slice(index + 1, index + 1 + toolCalls.length);
  return toolCalls.flatMap((call, position) => [
    { ...message, content: position === 0 ? message.content : '', toolCalls: [call] },
    ...results.filter((result) => result.role === 'tool' && result.toolCallId === call.id),
  ]);
}

/** One system message at the beginning, with the texts of all. */
function joinSystemMessages(messages: ChatMessage[]): ChatMessage[] {
  const isSystem = ({ role }: ChatMessage): boolean => role === 'system';
  const content = messages
    .filter(isSystem)
    .map((message) => message.content)
    .join('\n\n');
  const others = messages.filter((message) => !isSystem(message));
  return content === '' ? others : [{ role: 'system', content }, ...others];
}

/** No system message, and one user message where there were several in a row: the templates of some models refuse both. */
function joinUserMessages(messages: ChatMessage[]): ChatMessage[] {
  const joined: ChatMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (message.role !== 'system' && message.role !== 'user') joined.push(message);
    else if (last?.role === 'user') last.content += `\n\n${message.content}`;
    else joined.push({ role: 'user', content: message.content });
  }
  return joined;
}

/** Adds to the first system message, which comes before everything that a user or a tool said. */
function withSchemaInPrompt(messages: ChatMessage[], schema: Record<string, unknown>): ChatMessage[] {
  const instruction = `Answer with one JSON object that matches this JSON schema, and with nothing else:\n${JSON.stringify(schema)}`;
  const [first, ...rest] = messages;
  return first?.role === 'system'
    ? [{ role: 'system', content: `${first.content}\n\n${instruction}` }, ...rest]
    : [{ role: 'system', content: instruction }, ...messages];
}

function toOpenAIMessages(messages: ChatMessage[], form: RequestForm): Message[] {
  const ids = new Map(
    messages.flatMap((message) =>
      message.role === 'assistant'
        ? (message.toolCalls ?? []).map((call) => [call.id, idOf(call, form)])
        : [],
    ),
  );
  return messages.map((message) => {
    const content = form.emptyContent === 'dot' ? message.content || '.' : message.content;
    if (message.role !== 'tool') return toOpenAIMessage({ ...message, content }, form);
    const { toolCallId: id } = message;
    return { role: 'tool', tool_call_id: ids.get(id) ?? idOf({ id }, form), content };
  });
}

function toOpenAIMessage(message: Exclude<ChatMessage, { role: 'tool' }>, form: RequestForm): Message {
  if (message.role !== 'assistant') return { role: message.role, content: message.content };
  const { content, toolCalls = [] } = message;
  if (toolCalls.length === 0) return { role: 'assistant', content };
  return {
    role: 'assistant',
    ...(content === '' ? emptyContents[form.emptyContent] : { content }),
    // not all of it is known: thinking is not stored
    ...(form.returnsThinking === false ? {} : { reasoning_content: thinkingOf(message, form) }),
    tool_calls: toolCalls.map((call, index) => toOpenAICall(call, index === 0, form)),
  };
}

const emptyContents = { null: { content: null }, text: { content: '' }, absent: {}, dot: { content: '.' } };

const thinkingOf = ({ thinking = '' }: { thinking?: string }, { returnsThinking }: RequestForm): string =>
  thinking === '' && returnsThinking === 'never empty' ? '.' : thinking;

function toOpenAICall(call: ToolCall, isFirst: boolean, form: RequestForm) {
  const { function: within, ...extra } = form.returnsExtra ? (call.extra ?? {}) : {};
  const isSigned = form.signsCalls === 'missing' && JSON.stringify(extra).includes('thought_signature');
  const wantsSignature = form.signsCalls !== 'none' && isFirst && !isSigned;
  return {
    ...extra,
    ...(wantsSignature && { extra_content: { google: { thought_signature: unsigned } } }),
    id: idOf(call, form),
    type: 'function' as const,
    function: {
      ...(typeof within === 'object' && within),
      name: call.name,
      arguments: toJsonObject(call.arguments),
    },
  };
}

/** What Google takes for the calls of another model, which have no signature. */
const unsigned = 'skip_thought_signature_validator';

/** Providers with their own ids want them back, others refuse long ones, or take only letters and digits. */
function idOf({ id, extra }: Pick<ToolCall, 'id' | 'extra'>, { callIds }: RequestForm): string {
  if (callIds === 'letters') return /^[a-zA-Z0-9]{9}$/u.test(id) ? id : shortId(id, 9);
  if (callIds === 'given' && typeof extra?.['id'] === 'string') return extra['id'];
  return id.length > longestCallId ? `call_${shortId(id, 32)}` : id;
}

/** Servers parse the arguments of earlier calls, and some answer 400 if the model once wrote invalid JSON. */
const toJsonObject = (argumentsText: string): string =>
  objectIn(argumentsText) ? argumentsText : JSON.stringify({ invalid: argumentsText });

const toOpenAITool = ({ name, description, parameters }: ToolSchema) => ({
  type: 'function' as const,
  function: { name, description, parameters },
});
