import { message } from '@devai/memory/testing';
import { expect, test } from 'vitest';
import { storedMessageOf } from './frames.ts';

test('a stored message shows the metadata that clients display, and nothing else that a program put there', () => {
  const turn = '00000000-0000-4000-8000-000000000002';
  expect(storedMessageOf({ ...stored, metadata: { turn, ok: false, tool: 'read_file' } })).toEqual({
    id: stored.id,
    number: 1,
    role: 'tool',
    type: 'tool_result',
    content: 'no such file',
    toolCalls: [],
    toolCallId: 'c1',
    createdAt: '2026-02-03T10:00:00.000Z',
    turn,
    ok: false,
  });
  const foreign = storedMessageOf({ ...stored, metadata: { turn: 7, ok: 'yes', end: 'soon' } });
  expect(foreign).toMatchObject({ turn: undefined, ok: undefined, end: undefined });
});

const stored = {
  ...message('no such file', { role: 'tool', type: 'tool_result', toolCallId: 'c1' }),
  sessionId: 's',
  project: null,
  number: 1,
  tokens: 3,
  createdAt: new Date('2026-02-03T10:00:00Z'),
};
