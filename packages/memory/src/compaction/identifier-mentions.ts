import type { ToolCall } from '../types.ts';
import type { Message } from '../store/messages.ts';
import { callArguments } from '../transcript/call-arguments.ts';
import { classifyWord, identifierWords } from './identifier-words.ts';

/** The weight of a mention, by where it occurs. */
const weights = { user: 3, call: 3, assistant: 2, tool: 1, system: 1 } as const;
/** Characters of a command that are kept: enough to run it again. */
const commandLength = 160;
/** Arguments in which tools take commands and paths; there even `Makefile` is a path. */
const commandKeys = new Set(['command', 'cmd', 'script']);
const pathKeys = new Set([
  'path',
  'paths',
  'file',
  'files',
  'file_path',
  'filename',
  'directory',
  'dir',
  'cwd',
]);

export type Mention = { text: string; weight: number; isCommand: boolean };

/** A message, stored or in a context. */
export type Mentioning = { role: Message['role']; content: string; toolCalls?: ToolCall[] };

/** The identifiers of a message, each once, with its highest weight. */
export function mentionsIn(message: Mentioning): Mention[] {
  const mentions = new Map<string, Mention>();
  const mention = (text: string, weight: number, isCommand = false) => {
    // the list quotes with backticks; a path from `..` means nothing without its working directory
    if (text === '' || text.includes('`') || text.startsWith('..')) return;
    const known = mentions.get(text);
    if (!known || known.weight < weight) mentions.set(text, { text, weight, isCommand });
  };
  const mentionWords = (text: string, weight: number) => {
    for (const word of new Set(identifierWords(text))) {
      const identifier = classifyWord(word);
      if (identifier) mention(identifier.text, weight);
    }
  };
  mentionWords(message.content, weights[message.role]);
  for (const call of message.toolCalls ?? []) {
    for (const { key, value } of callArguments(call.arguments)) {
      if (commandKeys.has(key)) mention(commandLine(value), weights.call, true);
      if (pathKeys.has(key) && !/\s/u.test(value)) mention(asPath(value), weights.call);
      else mentionWords(value, weights.call);
    }
  }
  return [...mentions.values()];
}

const asPath = (text: string): string => text.replace(/^\.\//, '').replace(/(?<=.)\/$/, '');

function commandLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.replaceAll(/\s+/gu, ' ').slice(0, commandLength).toWellFormed().trim();
}
