import { describe, expect, it } from 'vitest';
import { storedMessage } from './stored-message.fixture.ts';
import { summariseByRules } from './summarise-by-rules.ts';
import { emptySections } from './summary.ts';

describe('a summary by rules', () => {
  it('holds what the user said, tool calls with their outcome, and the last state', () => {
    const sections = summariseByRules(
      [
        storedMessage({ number: 1, role: 'user', content: 'Please add a cache.\nIt is slow.' }),
        storedMessage({
          number: 2,
          role: 'assistant',
          content: 'We use an LRU, because memory is short. Which size do you want?',
          toolCalls: [{ id: 'a', name: 'shell', arguments: '{"command":"pnpm test"}' }],
        }),
        storedMessage({
          number: 3,
          role: 'tool',
          toolCallId: 'a',
          content: '2 failed\nlots more',
          metadata: { ok: false },
        }),
        storedMessage({ number: 4, role: 'user', content: 'Nein, nimm nicht 100, sondern 200.' }),
        storedMessage({ number: 5, role: 'assistant', content: 'The cache holds 200 entries now.' }),
        storedMessage({ number: 6, role: 'assistant', type: 'notice', content: '(cancelled)' }),
      ],
      emptySections(),
    );
    expect(sections).toEqual({
      request: ['Please add a cache. It is slow.', 'Nein, nimm nicht 100, sondern 200.'],
      decisions: [],
      work: ['shell pnpm test → failed: 2 failed lots more'],
      state: ['The cache holds 200 entries now.'],
      open: [],
      next: [],
    });
  });

  it('shortens what is long', () => {
    const message = storedMessage({ number: 1, role: 'user', content: 'many words '.repeat(1_000) });
    const [request = ''] = summariseByRules([message], emptySections()).request;
    expect(request).toMatch(/^many words .* …$/);
    expect(request.length).toBeLessThan(250);
  });

  it('merges into the previous summary: work done is added, the state is replaced', () => {
    const earlier = {
      ...emptySections(),
      request: ['old goal'],
      work: ['built it'],
      state: ['half done'],
      next: ['test it'],
    };
    const merged = summariseByRules(
      [storedMessage({ number: 9, role: 'assistant', content: 'All done.' })],
      earlier,
    );
    expect(merged).toEqual({ ...earlier, state: ['All done.'] });
  });

  it('says that a call has no result', () => {
    const message = storedMessage({
      number: 1,
      role: 'assistant',
      toolCalls: [{ id: 'a', name: 'read', arguments: '{}' }],
    });
    expect(summariseByRules([message], emptySections()).work).toEqual(['read → no result']);
  });
});
