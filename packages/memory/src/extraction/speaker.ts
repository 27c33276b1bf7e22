import { z } from 'zod';
import { otherSpeaker, type Message } from '../store/messages.ts';
import type { ToolCall } from '../types.ts';

/** Tools that show the agent its own memory: their results are no evidence. */
const memoryTools = new Set(['remember', 'recall', 'forget']);
const namedTool = z.object({ tool: z.string() });

/** Characters of a message; a longer one was pasted. */
export const longestMessage = 8_000;

/** A notice has the role of the user, but the host wrote it; so has what another person says in the conversation. */
export const isFromUser = (message: Message): boolean =>
  message.role === 'user' && message.type !== 'notice' && otherSpeaker(message) === null;

/** Returns the name of the tool that a message is the result of; null if it is no result, or the tool is unknown. */
export function toolOf(message: Message, calls: ReadonlyMap<string, ToolCall>): string | null {
  if (message.role !== 'tool') return null;
  // the host's own word first: some models give every call the same id
  const { data } = namedTool.safeParse(message.metadata);
  const call = message.toolCallId === null ? undefined : calls.get(message.toolCallId);
  return data?.tool ?? call?.name ?? null;
}

export const isMemoryTool = (name: string): boolean => memoryTools.has(name);

export const isFromMemory = (message: Message, calls: ReadonlyMap<string, ToolCall>): boolean =>
  isMemoryTool(toolOf(message, calls) ?? '');

/** Returns the calls of a conversation by id. */
export const callsOf = (messages: Message[]): Map<string, ToolCall> =>
  new Map(messages.flatMap((message) => message.toolCalls.map((call) => [call.id, call] as const)));

/** Returns the results of tools, without those of memory tools. */
export function outputsOf(messages: Message[]): Message[] {
  const calls = callsOf(messages);
  return messages.filter((message) => message.role === 'tool' && !isFromMemory(message, calls));
}
