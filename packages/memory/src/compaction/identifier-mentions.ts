import type { ToolCall } from '../types.ts';
import type { Message } from '../store/messages.ts';
import { callArguments } from '../transcript/call-arguments.ts';
import { identifierOf, identifierWords } from './identifier-words.ts';

/** The weight of a mention, by its place. */
export const weights = { user: 3, call: 3, assistant: 2, tool: 1, system: 1 } as const;
/** Characters of a command that are kept: enough to run it again. */
const commandLength = 160;
/** Characters of an error text, and of a result in which one is looked for. */
const errorLength = 160;
const searchedForErrors = 20_000;
/** Programs in most languages write errors so: "TypeError: x is not a function", "error TS2322: …", "fatal: no such branch". */
const errorText =
  /(?:\b\p{L}{0,40}(?:Error|Exception)|\b(?:error|fatal|panic)(?:[ [][\p{L}\p{N}]{1,12}\]?)?): \S.*/u;
/** Names of arguments in which tools take commands. */
const commandKeys = new Set(['command', 'cmd', 'script']);

/** A message, stored or in a context. */
export type Mentioning = { role: Message['role']; content: string; toolCalls?: ToolCall[] };

/** Returns the distinct identifiers, commands and error texts of a message, each with its highest weight. */
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
  if (message.role === 'tool') mention(errorIn(message.content), weights.assistant);
  for (const call of message.toolCalls ?? []) {
    for (const { key, value } of callArguments(call.arguments)) {
      if (commandKeys.has(key)) mention(commandLine(value), weights.call);
      mentionWords(value, weights.call);
    }
  }
  return mentions;
}

/** Returns the first error text of a result; null without one. */
function errorIn(text: string): string | null {
  const [found] = errorText.exec(text.slice(0, searchedForErrors)) ?? [];
  return found ? found.replaceAll(/\s+/gu, ' ').slice(0, errorLength).toWellFormed().trim() : null;
}

/** Returns the first line with single spaces; null if it is one word, which is easily found again. */
function commandLine(text: string): string | null {
  const line = (text.trim().split('\n')[0] ?? '').replaceAll(/\s+/gu, ' ');
  return line.includes(' ') ? line.slice(0, commandLength).toWellFormed().trim() : null;
}
