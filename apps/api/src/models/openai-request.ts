import type { ChatMessage, ModelRequest, ToolSchema } from '@devai/memory';
import type { OpenAI } from 'openai';
import type { RequestForm } from './accepted-form.ts';

type Message = OpenAI.Chat.ChatCompletionMessageParam;

/** A request in the form of OpenAI's chat completions. */
export function toOpenAIRequest(request: ModelRequest, model: string, form: RequestForm) {
  const { messages, tools = [], schema, maxOutputTokens } = request;
  const inPrompt = schema && form.structuredOutput !== 'json_schema' ? schema.schema : null;
  const given = inPrompt ? withSchemaInPrompt(messages, inPrompt) : messages;
  return {
    model,
    messages: arrange(given, form).map((message) => toOpenAIMessage(message, form)),
    ...(tools.length > 0 ? { tools: tools.map(toOpenAITool) } : {}),
    ...(schema ? responseFormat(schema, form) : {}),
    ...(maxOutputTokens === undefined ? {} : { [form.outputLimit]: maxOutputTokens }),
    ...form.extraBody,
  } satisfies OpenAI.Chat.ChatCompletionCreateParams;
}

function responseFormat({ name, schema }: NonNullable<ModelRequest['schema']>, form: RequestForm) {
  if (form.structuredOutput === 'none') return {};
  if (form.structuredOutput === 'json_object') return { response_format: { type: 'json_object' as const } };
  const { strict } = form;
  return { response_format: { type: 'json_schema' as const, json_schema: { name, schema, strict } } };
}

function arrange(messages: ChatMessage[], form: RequestForm): ChatMessage[] {
  const arranged = form.systemMessages === 'first' ? joinSystemMessages(messages) : messages;
  return form.parallelToolCalls ? arranged : arranged.flatMap(separateToolCalls);
}

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

/** Adds to the first system message, which comes before everything that a user or a tool said. */
function withSchemaInPrompt(messages: ChatMessage[], schema: Record<string, unknown>): ChatMessage[] {
  const instruction = `Answer with one JSON object that matches this JSON schema, and with nothing else:\n${JSON.stringify(schema)}`;
  const [first, ...rest] = messages;
  return first?.role === 'system'
    ? [{ role: 'system', content: `${first.content}\n\n${instruction}` }, ...rest]
    : [{ role: 'system', content: instruction }, ...messages];
}

function toOpenAIMessage(message: ChatMessage, form: RequestForm): Message {
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  if (message.role !== 'assistant') return { role: message.role, content: message.content };
  const { content, toolCalls = [] } = message;
  if (toolCalls.length === 0) return { role: 'assistant', content };
  return {
    role: 'assistant',
    content: content === '' ? null : content,
    // not all of it is known: thinking is not stored
    ...(form.returnsThinking ? { reasoning_content: message.thinking ?? '' } : {}),
    tool_calls: toolCalls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: toJsonObject(call.arguments) },
    })),
  };
}

/** Servers parse the arguments of earlier calls, and some answer 400 if the model once wrote invalid JSON. */
function toJsonObject(argumentsText: string): string {
  try {
    const value: unknown = JSON.parse(argumentsText);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return argumentsText;
  } catch {
    // not JSON: wrapped below
  }
  return JSON.stringify({ invalid: argumentsText });
}

const toOpenAITool = ({ name, description, parameters }: ToolSchema) => ({
  type: 'function' as const,
  function: { name, description, parameters },
});
