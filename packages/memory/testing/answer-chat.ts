import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { countTokens } from '../src/text/tokens.ts';
import type { RecordedRequest, ScriptedFailure, ScriptedReply } from './scripted-answer.ts';
import { sendFailure } from './send-failure.ts';

const chatRequest = z.object({
  model: z.string(),
  messages: z.array(z.unknown()),
  stream: z.boolean().optional(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).optional(),
  response_format: z
    // the names that OpenAI accepts
    .object({ json_schema: z.object({ name: z.string().regex(/^[\w-]{1,64}$/) }).optional() })
    .optional(),
});
type ChatRequest = z.infer<typeof chatRequest>;

/** Answers a chat request as scripted, as a stream if it asks for one. */
export async function answerChat(
  request: RecordedRequest,
  response: ServerResponse,
  answer: ScriptedReply | ScriptedFailure,
): Promise<void> {
  if ('status' in answer || 'hang' in answer || 'refuse' in answer) {
    sendFailure(response, answer);
    return;
  }
  const parsed = chatRequest.safeParse(request.body);
  if (!parsed.success) {
    sendFailure(response, { status: 400, message: z.prettifyError(parsed.error) });
    return;
  }
  const parts = parsed.data.stream ? streamParts(parsed.data, answer) : wholeParts(parsed.data, answer);
  response.writeHead(200, { 'content-type': parsed.data.stream ? 'text/event-stream' : 'application/json' });
  await sendParts(response, parts, answer);
}

/** Sends the parts of a body, or only half of them if the fault demands it. */
async function sendParts(
  response: ServerResponse,
  parts: string[],
  { fault, pause: milliseconds = 20 }: ScriptedReply,
) {
  const half = Math.max(1, Math.floor(parts.length / 2));
  const sent = fault === undefined || fault === 'slow' ? parts : parts.slice(0, half);
  for (const part of sent) {
    if (fault === 'slow') await pause(milliseconds);
    if (response.destroyed) return;
    await new Promise<void>((resolve) => response.write(part, () => resolve()));
  }
  if (fault === 'stall') return;
  if (fault === 'cut') response.destroy();
  else if (fault === 'rubbish') response.end('data: {"id": <html>502 Bad Gateway</html>\n\n');
  else response.end();
}

function streamParts(request: ChatRequest, reply: ScriptedReply): string[] {
  const deltas: unknown[] = [{ role: 'assistant', content: '' }];
  const cut = (text: string) => piecesOf(text, reply.deltaLength ?? 12);
  for (const text of cut(reply.reasoning ?? '')) deltas.push({ reasoning_content: text });
  for (const text of cut(reply.text ?? '')) deltas.push({ content: text });
  for (const [index, call] of toolCallsOf(reply).entries()) {
    const { name } = call.function;
    deltas.push({ tool_calls: [{ ...call, index, function: { name, arguments: '' } }] });
    for (const text of cut(call.function.arguments)) {
      deltas.push({ tool_calls: [{ index, function: { arguments: text } }] });
    }
  }
  const chunk = (choices: unknown[], usage: unknown = null) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-scripted', object: 'chat.completion.chunk', created: 0, model: request.model, choices, usage })}\n\n`;
  const finish = { index: 0, delta: {}, finish_reason: finishReasonOf(reply) };
  return [
    ...deltas.map((delta) => chunk([{ index: 0, delta, finish_reason: null }])),
    chunk([finish]),
    ...(request.stream_options?.include_usage ? [chunk([], usageOf(request, reply))] : []),
    'data: [DONE]\n\n',
  ];
}

function wholeParts(request: ChatRequest, reply: ScriptedReply): string[] {
  const toolCalls = toolCallsOf(reply);
  const message = {
    role: 'assistant',
    content: reply.text ?? null,
    ...(reply.reasoning === undefined ? {} : { reasoning_content: reply.reasoning }),
    ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
  };
  const body = JSON.stringify({
    id: 'chatcmpl-scripted',
    object: 'chat.completion',
    created: 0,
    model: request.model,
    choices: [{ index: 0, message, finish_reason: finishReasonOf(reply) }],
    usage: usageOf(request, reply),
  });
  const half = Math.floor(body.length / 2);
  return [body.slice(0, half), body.slice(half)];
}

const finishReasonOf = (reply: ScriptedReply): string =>
  reply.finishReason ?? (reply.toolCalls?.length ? 'tool_calls' : 'stop');

const toolCallsOf = (reply: ScriptedReply) =>
  (reply.toolCalls ?? []).map((call, index) => ({
    ...call.extra,
    id: call.id ?? `call_${index + 1}`,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  }));

/** Tokens of the messages that were counted: each request repeats those of the request before. */
const counted = new Map<string, number>();

function countOnce(messages: unknown[]): number {
  if (counted.size > 1_000) counted.clear();
  return messages.reduce<number>((sum, message) => {
    const text = `${JSON.stringify(message)},`;
    const tokens = counted.get(text) ?? countTokens(text);
    counted.set(text, tokens);
    return sum + tokens;
  }, 0);
}

function usageOf(request: ChatRequest, reply: ScriptedReply) {
  const prompt = reply.usage?.prompt_tokens ?? countOnce(request.messages);
  const completion = reply.usage?.completion_tokens ?? countTokens(reply.text ?? '');
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: reply.usage?.cached_tokens ?? 0 },
  };
}

/** Splits a text into pieces of whole characters. */
function piecesOf(text: string, length: number): string[] {
  if (text.length <= length) return text === '' ? [] : [text];
  const characters = Array.from(text);
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, index) =>
    characters.slice(index * length, (index + 1) * length).join(''),
  );
}
