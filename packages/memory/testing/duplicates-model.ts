import type { ChatModel } from '../src/ports.ts';
import { unreword } from './reword.ts';

/**
 * A scripted model in place of a small one: it finds which statements of a prompt are rewordings of each other, keeps
 * the shortest of them, and summarises nothing.
 */
export function duplicatesModel(): ChatModel {
  const generate: ChatModel['generate'] = ({ messages, schema }) => {
    const prompt = messages.at(-1)?.content ?? '';
    const found = schema?.name === 'duplicates' ? prompt.split(/^## /m).flatMap(duplicatesIn) : [];
    return Promise.resolve({
      content: JSON.stringify({ found }),
      toolCalls: [],
      model: 'scripted',
      usage: { inputTokens: 100, outputTokens: 10, cachedTokens: 0 },
    });
  };
  return {
    id: 'scripted',
    contextWindow: 128_000,
    generate,
    async *stream(request) {
      yield { type: 'reply', reply: await generate(request) };
    },
  };
}

function duplicatesIn(group: string) {
  const statements = Array.from(group.matchAll(/^(\d+)\. (".*") \(/gm), ([, number, text = '""']) => ({
    number: Number(number),
    length: text.length,
    said: unreword(String(JSON.parse(text))),
  }));
  return [...Map.groupBy(statements, ({ said }) => said).values()]
    .filter(({ length }) => length > 1)
    .map((same) => {
      const [best] = same.toSorted((a, b) => a.length - b.length);
      return {
        memories: same.map(({ number }) => number),
        best: best?.number ?? null,
        text: null,
        reason: 'the same in other words',
      };
    });
}
