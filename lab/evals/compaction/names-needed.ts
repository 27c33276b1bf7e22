import type { ChatMessage } from '../../../packages/memory/src/ports.ts';

/**
 * A word that names something contains a slash, an underscore, a hump, a dot inside, or letters next to digits.
 * Deliberately another rule than the one by which compaction chooses.
 */
const word = /[\p{L}\p{N}_@~.$/#-]{4,120}/gu;
const isName = /[\p{L}\p{N}][/_.][\p{L}\p{N}]|\p{Ll}\p{Lu}|\p{L}-?\p{N}|\p{N}\p{L}|^\/\p{L}/u;

/** Returns the distinct names in a text. */
export const namesIn = (text: string): Set<string> =>
  new Set(
    Array.from(text.matchAll(word), ([found]) => found.replaceAll(/^[.#-]+|[.#/-]+$/gu, '')).filter(
      (found) => found.length >= 4 && isName.test(found),
    ),
  );

/**
 * Returns the names that an agent needs from the first `at` messages, with the index of the message that first uses
 * each: names that occur in those messages, and that the agent later uses in calls and replies. A name that the user
 * or a tool repeats before the agent uses it is not needed.
 */
export function neededNames(messages: readonly ChatMessage[], at: number): Map<string, number> {
  const known = namesIn(messages.slice(0, at).map(textOf).join('\n'));
  const needed = new Map<string, number>();
  const said = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (index < at) continue;
    for (const name of namesIn(textOf(message))) {
      if (message.role === 'assistant' && known.has(name) && !said.has(name)) needed.set(name, index);
      said.add(name);
    }
  }
  return needed;
}

/** Returns the share of the names that a context contains. Null without names. */
export function shareKept(names: readonly string[], context: readonly ChatMessage[]): number | null {
  if (names.length === 0) return null;
  const has = namesIn(context.map(textOf).join('\n'));
  return names.filter((name) => has.has(name)).length / names.length;
}

/** Content and arguments. */
export const textOf = (message: ChatMessage): string =>
  message.role === 'assistant'
    ? [message.content, ...(message.toolCalls ?? []).map((call) => unescaped(call.arguments))].join('\n')
    : message.content;

/** Escaped line feeds in JSON separate words. */
const unescaped = (json: string): string => json.replaceAll(/\\[nrt"]/g, ' ');
