import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../packages/memory/src/ports.ts';
import { countMessageTokens } from '../../../packages/memory/src/text/tokens.ts';
import { compactAlong, namingNothing, plainTail } from './compact-along.ts';

describe('a recorded conversation that is compacted along the way', () => {
  it('has at most the wanted tokens after each compaction, and still the facts read before', async () => {
    const cuts = await compactAlong(steps(30), 3_000, namingNothing);
    expect(cuts.length).toBeGreaterThan(1);
    for (const { context } of cuts) {
      expect(tokensOf(context)).toBeLessThanOrEqual(3_000);
      const [, summary] = context;
      expect(summary?.content).toContain('src/file0.ts');
    }
  });

  it('has a plain tail of whole messages beside it', () => {
    const messages = steps(5);
    expect(plainTail(messages, 1_000_000)).toEqual(messages);
    const tail = plainTail(messages, 700);
    expect(tail).toEqual(messages.slice(-tail.length));
    expect(tokensOf(tail)).toBeLessThanOrEqual(700);
    expect(tail.length).toBe(4);
  });
});

/** Steps that read a file each, of about 300 tokens. */
function steps(count: number): ChatMessage[] {
  return [
    { role: 'user', content: 'fix the build' },
    ...Array.from({ length: count }, (_, index): ChatMessage[] => [
      {
        role: 'assistant',
        content: '',
        toolCalls: [{ id: `${index}`, name: 'read', arguments: `{"path":"src/file${index}.ts"}` }],
      },
      { role: 'tool', toolCallId: `${index}`, content: 'some plain words again '.repeat(70) },
    ]).flat(),
  ];
}

function tokensOf(messages: ChatMessage[]): number {
  return messages.reduce((sum, message) => sum + countMessageTokens(message), 0);
}
