import type { ChatMessage } from '@devai/memory';
import { languageOf } from './language.ts';
import { parseCommand, type Command } from './parse-command.ts';
import { phrases, type Phrases } from './phrases.ts';
import { promptBullets } from './prompt-bullets.ts';
import { saysSomething } from './says-something.ts';

type OfflineReply = { text: string; call: { name: string; arguments: string } | null };

/** What the offline model says and calls, from the conversation alone. `tools`: names of what can be called. */
export function composeReply(messages: ChatMessage[], tools: string[]): OfflineReply {
  const message = messages.findLast((one) => one.role === 'user')?.content ?? '';
  const words = phrases[languageOf(message)];
  const command = parseCommand(message);
  const last = messages.at(-1);
  if (last?.role === 'tool') return { text: showResult(messages, last, command, words), call: null };

  const system = messages.flatMap((one) => (one.role === 'system' ? [one.content] : [])).join('\n');
  const saved = promptBullets(system, 'Just remembered');
  if (saved.length > 0) return { text: list(words.saved, saved), call: null };
  if (command?.kind === 'help') return { text: words.commands, call: null };
  const memories = promptBullets(system, 'Relevant Memories');
  // what was recalled for the whole question answers it better than a search for its last words
  if (command?.kind === 'tool' && command.name === 'recall' && memories.length > 0) {
    return { text: list(words.remembered, memories), call: null };
  }
  if (command) return callTool(command, tools, words);
  return { text: tellMemories(message, system, words), call: null };
}

function callTool(
  command: Exclude<Command, { kind: 'help' }>,
  tools: string[],
  words: Phrases,
): OfflineReply {
  const call = command.kind === 'tool' ? command : { name: 'recall', arguments: { query: command.query } };
  return tools.includes(call.name)
    ? { text: '', call: { name: call.name, arguments: JSON.stringify(call.arguments) } }
    : { text: `${words.missingTool} ${call.name}`, call: null };
}

function tellMemories(message: string, system: string, words: Phrases): string {
  const memories = promptBullets(system, 'Relevant Memories');
  const recent = promptBullets(system, 'Recent Focus');
  return [
    words.offline,
    memories.length > 0
      ? list(words.remembered, memories)
      : saysSomething(message)
        ? words.heard
        : words.nothing,
    ...(recent.length > 0 ? [list(words.recent, recent)] : []),
    words.hint,
  ].join('\n\n');
}

/** The call as it was made, then what came of it. */
function showResult(
  messages: ChatMessage[],
  result: Extract<ChatMessage, { role: 'tool' }>,
  command: Command | null,
  words: Phrases,
): string {
  const call = messages
    .flatMap((one) => (one.role === 'assistant' ? (one.toolCalls ?? []) : []))
    .findLast((one) => one.id === result.toolCallId);
  const shown = fenced.has(call?.name ?? '') ? fence(result.content) : result.content;
  const parts = [...(call ? [`${call.name} ${call.arguments}`] : []), shown];
  if (command?.kind === 'find_to_forget') parts.push(words.forgetHint);
  return parts.join('\n\n');
}

/** Results whose lines must stay as they are. */
const fenced = new Set(['list_files', 'read_file', 'search_files']);

/** A code block whose fence is longer than any inside. */
function fence(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}\n${text}\n${ticks}`;
}

const list = (title: string, items: string[]): string =>
  [title, ...items.map((item) => `- ${item}`)].join('\n');
