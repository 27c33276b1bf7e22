import type { AgentInputItem } from '@openai/agents';
import { z } from 'zod';
import type { GivenMessage } from '../../types.ts';

const part = z.object({ type: z.string(), text: z.string().optional(), refusal: z.string().optional() });
const read = z.object({
  type: z.string().optional(),
  role: z.string().optional(),
  content: z.union([z.string(), z.array(part)]).optional(),
  callId: z.string().optional(),
  name: z.string().optional(),
  arguments: z.string().optional(),
  output: z.unknown().optional(),
});

/** What a person would read of an item; '' of one without text. */
export function textOf(item: AgentInputItem | undefined): string {
  const { content } = read.catch({}).parse(item ?? {});
  return typeof content === 'string'
    ? content
    : (content ?? []).map((one) => one.text ?? one.refusal ?? `[${one.type}]`).join('\n');
}

/** An item as a message of a session, which has the item in its metadata. Items of the system, and what the model thought, are notices. */
export function toGiven(item: AgentInputItem, { recalled }: { recalled: string[] }): GivenMessage {
  const { type, role, callId = null, name = '', arguments: input = '', output } = read.catch({}).parse(item);
  const metadata = { item: { ...item } };
  if (type === 'function_call' && callId !== null) {
    const toolCalls = [{ id: callId, name, arguments: input }];
    return { role: 'assistant', content: '', toolCalls, metadata: { ...metadata, recalled } };
  }
  if (type === 'function_call_result' && callId !== null) {
    return { role: 'tool', content: outputText(output), toolCallId: callId, metadata };
  }
  const content = textOf(item);
  if (role === 'user') return { role, content, metadata };
  if (role === 'assistant') return { role, content, metadata: { ...metadata, recalled } };
  return { role: 'assistant', type: 'notice', content, metadata };
}

function outputText(output: unknown): string {
  const { data } = part.safeParse(output);
  return data?.text ?? (typeof output === 'string' ? output : JSON.stringify(output ?? null));
}
