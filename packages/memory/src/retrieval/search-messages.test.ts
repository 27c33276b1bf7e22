import { describe, expect, it } from 'vitest';
import { storedMessage } from '../compaction/stored-message.fixture.ts';
import { storedAt } from './match.fixture.ts';
import { rankMessages } from './search-messages.ts';

describe('ranking past messages', () => {
  it('counts half of the score of the message before and of the one after', () => {
    expect(
      ranked([
        found(4, 'the invoice', 2),
        found(5, 'its worker', 1),
        found(6, 'the invoice', 2),
        found(9, 'the invoice', 2),
      ]),
    ).toEqual([
      ['one-5', 3],
      ['one-6', 2.5],
      ['one-4', 2.5],
      ['one-9', 2],
    ]);
  });

  it('counts no neighbour from another session', () => {
    expect(ranked([found(1, 'the invoice', 2), found(2, 'the worker', 2, 'two')])).toEqual([
      ['two-2', 2],
      ['one-1', 2],
    ]);
  });

  it('leaves out what shares too few of the words, unless the messages around it share them', () => {
    const words = ['invoice', 'worker', 'heap', 'limit', 'crash', 'memory'];
    const poor = found(2, 'the invoice', 1);
    expect(ranked([poor], words)).toEqual([]);
    expect(ranked([poor, found(3, 'worker heap', 2)], words)).toEqual([
      ['one-3', 2.5],
      ['one-2', 2],
    ]);
  });
});

function found(number: number, content: string, wordScore: number, sessionId = 'one') {
  return {
    message: storedMessage({
      sessionId,
      number,
      role: 'user',
      content,
      id: `${sessionId}-${number}`,
      createdAt: new Date(storedAt.getTime() + number * 1_000),
    }),
    wordScore,
  };
}

function ranked(messages: ReturnType<typeof found>[], words = ['invoice', 'worker']) {
  return rankMessages(messages, words).map(({ message, score }) => [message.id, score]);
}
