import { describe, expect, it } from 'vitest';
import { quoteParts } from '../marks/mention-parts.ts';
import type { Mark, Message } from '../store/messages.ts';
import { assistant, conversation, sessionId, toolUse, user } from './message.fixture.ts';
import { isTakenAlready } from './taken-already.ts';

const fox = marked(
  conversation(
    user('Remember: my favourite animal is a fox. I live in Oslo.'),
    assistant('Noted: a fox is your favourite animal.'),
    user('No, my favourite animal is a bear.'),
    assistant('A bear, good.'),
    ...toolUse('a', 'recall', {}, 'Remembered: my favourite animal is a fox'),
    ...toolUse('b', 'read', {}, 'animals.md: the favourite animal is a fox'),
  ),
  'my favourite animal is a fox',
);

describe('a candidate was taken already', () => {
  it.each([
    ['my favourite animal is a fox', [1]],
    ["The user's favourite animal is the fox", [1]],
    ["The user's favourite animal is the fox", [1, 2]],
    ["The user's favourite animal is the fox", [2]],
    ["The user's favourite animal is the fox", [6]],
    ['Something about [forgotten]', [3]],
  ])('when it repeats what is marked: "%s" of %j', async (content, messages) => {
    expect(await isTaken(content, ...messages)).toBe(true);
  });

  it.each([
    ['The user lives in Oslo', [1]],
    ['The favourite animal is a bear, not a fox', [3]],
    ["The user's favourite animal is a bear", [1, 3]],
    ["The user's favourite animal is a bear", [4]],
    ['The favourite animal in animals.md is a fox', [8]],
  ])('not when it was said elsewhere, or is something else: "%s" of %j', async (content, messages) => {
    expect(await isTaken(content, ...messages)).toBe(false);
  });
});

/** Returns the messages with a sentence of one of them marked. */
function marked(messages: Message[], sentence: string, kind: Mark['kind'] = 'taken'): Message[] {
  return messages.map((message) => ({
    ...message,
    marks: quoteParts(message.content, sentence)
      .filter(() => message.role === 'user')
      .map((part) => ({ memoryId: 'm', kind, part })),
  }));
}

function isTaken(content: string, ...messages: number[]) {
  return isTakenAlready({ content, evidence: [{ sessionId, messages, quote: '' }] }, fox);
}
