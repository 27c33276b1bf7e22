import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { NewMessage } from '../types.ts';

const part = z.looseObject({ type: z.string(), text: z.string().optional() });
const toolCall = z.looseObject({
  id: z.string().min(1),
  function: z.looseObject({ name: z.string().min(1), arguments: z.string() }),
});

/** A message in the form of OpenAI's chat API. Of parts without text (an image) only the kind is kept. */
export const postedMessage = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.union([z.string(), z.array(part)]).nullish(),
  tool_calls: z.array(toolCall).nullish(),
  tool_call_id: z.string().nullish().describe('for role `tool`: the call that it answers'),
});
export type PostedMessage = z.output<typeof postedMessage>;

/** The session of a conversation that names none: the same for the same messages of the same project. */
export const sessionIdOf = (project: string | null, messages: PostedMessage[]): string =>
  idOf('conversation', project, messages);

/** The messages as a session stores them. The same message posted again, also with others behind it, gets the same id. */
export function toMessages(sessionId: string, messages: PostedMessage[]): NewMessage[] {
  const counts = new Map<string, number>();
  const tools = new Map(
    messages.flatMap(({ tool_calls: calls }) =>
      (calls ?? []).map((call): [string, string] => [call.id, call.function.name]),
    ),
  );
  return messages.map((posted) => {
    const { role, tool_calls: calls, tool_call_id: callId } = posted;
    const text = JSON.stringify(posted);
    const nth = (counts.get(text) ?? 0) + 1;
    counts.set(text, nth);
    const toolCalls = (calls ?? []).map((call) => ({ ...call.function, id: call.id }));
    const tool = role === 'tool' ? tools.get(callId ?? '') : undefined;
    return {
      id: idOf(sessionId, nth, text),
      role: role === 'developer' ? 'system' : role,
      type: role === 'tool' ? 'tool_result' : toolCalls.length > 0 ? 'tool_call' : 'text',
      content: textOf(posted),
      toolCalls: toolCalls.map(({ id, name, arguments: given }) => ({ id, name, arguments: given })),
      toolCallId: callId ?? null,
      pinned: false,
      metadata: { posted: true, ...(tool !== undefined && { tool }) },
    };
  });
}

function textOf({ content }: PostedMessage): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ type, text }) => text ?? `(${type})`).join('\n');
}

/** A UUID (version 8) of a value's SHA-256. */
function idOf(...value: unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(value)).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
