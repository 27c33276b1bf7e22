import type { ChatMessage, ModelRequest, ToolSchema } from '@devai/memory';
import type { OpenAI } from 'openai';

type Message = OpenAI.Chat.ChatCompletionMessageParam;

/** What a provider takes for structured output. `json_object` gets the schema in the prompt. */
export type StructuredOutput = 'json_schema' | 'json_object';
/** OpenAI's newer models reject `max_tokens`; most other servers know nothing else. */
export type OutputLimit = 'max_tokens' | 'max_completion_tokens';

type RequestForm = {
  model: string;
  structuredOutput: StructuredOutput;
  outputLimit: OutputLimit;
  /** Members that this provider wants beside the standard ones. */
  extraBody: Record<string, unknown>;
};

/** A request as OpenAI's chat completions take it. */
export function toOpenAIRequest(request: ModelRequest, form: RequestForm) {
  const { messages, tools = [], schema, maxOutputTokens } = request;
  const inPrompt = schema && form.structuredOutput === 'json_object' ? schema.schema : null;
  return {
    model: form.model,
    messages: (inPrompt ? withSchemaInPrompt(messages, inPrompt) : messages).map(toOpenAIMessage),
    ...(tools.length > 0 ? { tools: tools.map(toOpenAITool) } : {}),
    ...(schema ? { response_format: responseFormat(schema, form.structuredOutput) } : {}),
    ...(maxOutputTokens === undefined ? {} : { [form.outputLimit]: maxOutputTokens }),
    ...form.extraBody,
  } satisfies OpenAI.Chat.ChatCompletionCreateParams;
}

function responseFormat(
  { name, schema }: NonNullable<ModelRequest['schema']>,
  structuredOutput: StructuredOutput,
) {
  return structuredOutput === 'json_object'
    ? { type: 'json_object' as const }
    : { type: 'json_schema' as const, json_schema: { name, schema, strict: allowsStrict(schema) } };
}

/** Strict mode takes only schemas in which every object is closed and requires all that it names. */
function allowsStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(allowsStrict);
  if (typeof schema !== 'object' || schema === null) return true;
  const members = new Map(Object.entries(schema));
  const properties = members.get('properties');
  if (members.get('type') === 'object') {
    const required: unknown = members.get('required');
    const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
    if (members.get('additionalProperties') !== false) return false;
    if (!names.every((name) => Array.isArray(required) && required.includes(name))) return false;
  }
  return [...members.values()].every(allowsStrict);
}

/** Into the first system message, which stands before everything that a user or a tool said. */
function withSchemaInPrompt(messages: ChatMessage[], schema: Record<string, unknown>): ChatMessage[] {
  const instruction = `Answer with one JSON object that matches this JSON schema, and with nothing else:\n${JSON.stringify(schema)}`;
  const [first, ...rest] = messages;
  return first?.role === 'system'
    ? [{ role: 'system', content: `${first.content}\n\n${instruction}` }, ...rest]
    : [{ role: 'system', content: instruction }, ...messages];
}

function toOpenAIMessage(message: ChatMessage): Message {
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  if (message.role !== 'assistant') return { role: message.role, content: message.content };
  const { content, toolCalls = [] } = message;
  if (toolCalls.length === 0) return { role: 'assistant', content };
  return {
    role: 'assistant',
    content: content === '' ? null : content,
    tool_calls: toolCalls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: toJsonObject(call.arguments) },
    })),
  };
}

/** Servers parse the arguments of earlier calls, and some answer 400 to what the model once got wrong. */
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
