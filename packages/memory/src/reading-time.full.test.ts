import { expect, it } from 'vitest';
import { repeating } from '../testing/growth.ts';
import { mentionParts } from './marks/mention-parts.ts';
import { redact } from './redaction/redact.ts';
import { indexMessage } from './sessions/index-message.ts';

const readers: Record<string, (text: string) => unknown> = {
  indexMessage: (text) =>
    indexMessage({
      role: 'assistant',
      type: 'text',
      content: text,
      toolCalls: [{ id: '', name: 'write', arguments: text }],
      toolCallId: null,
    }),
  mentionParts: (text) => mentionParts(text, 'The port of the shop is 5433'),
  redact,
};

it.each(Object.entries(readers))('%s reads 6 MB of one run', async (_, read) => {
  for (const unit of ['a', 'ก']) await read(repeating(unit)(6_000_000));
});

it('mentionParts reads 200,000 sentences', async () => {
  const parts = await mentionParts('The port is 5433. '.repeat(200_000), 'The port is 5434');
  expect(parts.length).toBeGreaterThan(0);
});
