import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { ChatMessage } from '../../../packages/memory/src/ports.ts';

export type Conversation = { file: string; messages: ChatMessage[] };

const part = z.object({
  type: z.string(),
  text: z.string().default(''),
  id: z.string().default(''),
  name: z.string().default(''),
  arguments: z.unknown().optional(),
});
const recordedLine = z.object({
  message: z.object({
    role: z.enum(['user', 'assistant', 'toolResult']),
    content: part.array(),
    toolCallId: z.string().default(''),
  }),
});

const chat = z.array(
  z.object({
    role: z.enum(['system', 'user', 'assistant', 'tool']),
    content: z.string().nullish(),
    tool_calls: z
      .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
      .nullish(),
    tool_call_id: z.string().nullish(),
    tool_call_ids: z.array(z.string()).nullish(),
  }),
);
/** tau-bench stores many conversations in a file, SWE-agent one. */
const chats = z.union([
  z.array(z.object({ traj: chat })).transform((all) => all.map((one) => one.traj)),
  z.object({ history: chat }).transform((one) => [one.history]),
]);

/**
 * Reads the recorded conversations of a folder: lines of JSON as pi writes them (`*.jsonl`), and JSON with messages
 * in OpenAI's form as SWE-agent and tau-bench write it (`*.traj`, `*.json`), gzipped or not. Throws if a file has
 * another form.
 */
export async function readConversations(folder: string): Promise<Conversation[]> {
  const names = (await readdir(folder)).filter((name) => /\.(?:jsonl|json|traj)(?:\.gz)?$/.test(name));
  const read = names.toSorted().map(async (name) => {
    const bytes = await readFile(join(folder, name));
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    const conversations = name.includes('.jsonl')
      ? [linesOf(text)]
      : chats.parse(JSON.parse(text)).map(messagesOf);
    return conversations.map((messages) => ({ file: name, messages }));
  });
  return (await Promise.all(read)).flat();
}

function linesOf(text: string): ChatMessage[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.flatMap((line): ChatMessage[] => {
    const parsed = recordedLine.safeParse(JSON.parse(line));
    if (!parsed.success) return [];
    const { role, content: parts, toolCallId } = parsed.data.message;
    const content = parts
      .filter((one) => one.type === 'text')
      .map((one) => one.text)
      .join('\n');
    if (role === 'toolResult') return [{ role: 'tool', toolCallId, content }];
    if (role === 'user') return [{ role, content }];
    const toolCalls = parts
      .filter((one) => one.type === 'toolCall')
      .map(({ id, name, arguments: values }) => ({ id, name, arguments: JSON.stringify(values ?? {}) }));
    return [toolCalls.length > 0 ? { role, content, toolCalls } : { role, content }];
  });
}

const messagesOf = (messages: z.output<typeof chat>): ChatMessage[] =>
  messages.map((one): ChatMessage => {
    const content = one.content ?? '';
    if (one.role === 'tool') {
      return { role: 'tool', toolCallId: one.tool_call_id ?? one.tool_call_ids?.[0] ?? '', content };
    }
    const toolCalls = one.tool_calls?.map(({ id, function: called }) => ({ id, ...called })) ?? [];
    return one.role === 'assistant' && toolCalls.length > 0
      ? { role: 'assistant', content, toolCalls }
      : { role: one.role === 'system' ? 'system' : one.role, content };
  });
