import type { ToolCall } from '../types.ts';
import type { Message } from '../store/messages.ts';
import { callArguments } from '../transcript/call-arguments.ts';
import { identifierOf, identifierWords } from './identifier-words.ts';

/** The weight of a mention, by its place. */
export const weights = { user: 3, call: 3, assistant: 2, tool: 1, system: 1 } as const;
/** Characters of a command that are kept: enough to run it again. */
const commandLength = 160;
/** Names of arguments in which tools take commands. */
const commandKeys = new Set(['command', 'cmd', 'script']);

/** A message, stored or in a context. */
export type Mentioning = { role: Message['role']; content: string; toolCalls?: ToolCall[] };

/** Returns the distinct identifiers and commands of a message, each with its highest weight. */
export function mentionsIn(message: Mentioning): Map<string, number> {
  const mentions = new Map<string, number>();
  const mention = (text: string | null, weight: number) => {
    // the list quotes with backticks; a path from `..` means nothing without its working directory
    if (!text || text.includes('`') || text.startsWith('..')) return;
    mentions.set(text, Math.max(weight, mentions.get(text) ?? 0));
  };
  const mentionWords = (text: string, weight: number) => {
    for (const word of new Set(identifierWords(text))) mention(identifierOf(word), weight);
  };
  mentionWords(message.content, weights[message.role]);
  for (const call of message.toolCalls ?? []) {
    for (const { key, value } of callArguments(call.arguments)) {
      if (commandKeys.has(key)) mention(commandLine(value), weights.call);
      mentionWords(value, weights.call);
    }
  }
  return mentions;
}

/** Returns the first line with single spaces; null if it is one word, which is easily found again. */
function commandLine(text: string): string | null {
  const line = (text.trim().split('\n')[0] ?? '').replaceAll(/\s+/gu, ' ');
  return line.includes(' ') ? line.slice(0, commandLength).toWellFormed().trim() : null;
}
