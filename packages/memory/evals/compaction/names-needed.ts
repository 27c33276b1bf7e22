import type { ChatMessage } from '../../src/ports.ts';

/**
 * A word that names something: it has a slash, an underscore, a hump, a dot inside, or letters beside digits. On purpose not the
 * rule by which compaction chooses.
 */
const word = /[\p{L}\p{N}_@~.$/#-]{4,120}/gu;
const isName = /[\p{L}\p{N}][/_.][\p{L}\p{N}]|\p{Ll}\p{Lu}|\p{L}-?\p{N}|\p{N}\p{L}|^\/\p{L}/u;

/** The names in a text, each once. */
export const namesIn = (text: string): Set<string> =>
  new Set(
    Array.from(text.matchAll(word), ([found]) => found.replaceAll(/^[.#-]+|[.#/-]+$/gu, '')).filter(
      (found) => found.length >= 4 && isName.test(found),
    ),
  );

/**
 * The names that an agent needs from the first `at` messages, with the index of the message that uses each first: it uses them
 * afterwards, in calls and replies, and they stood before. What user or tools say again before the agent uses it is not needed.
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

/** The share of names that a context has. Null without names. */
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

/** JSON's line feeds stand for breaks between words. */
const unescaped = (json: string): string => json.replaceAll(/\\[nrt"]/g, ' ');
