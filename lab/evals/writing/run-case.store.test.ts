import { describe, expect, it } from 'vitest';
import { embeddedStores } from '../../../packages/memory/testing/test-pglite.ts';
import { scriptedChatModel } from '../../../packages/memory/testing/scripted-chat-model.ts';
import type { ChatModel } from '../../../packages/memory/src/ports.ts';
import { sampleCase } from './eval-case.fixture.ts';
import { runCase } from './run-case.ts';
import { scoreCase } from './score.ts';

describe('a case goes through the whole pipeline', () => {
  it('by rules, from the message to the replaced memory', async () => {
    expect(await scoreWith(null)).toEqual(passed);
  });

  it('with a model that extracts and decides', async () => {
    const right = scriptedChatModel([
      memories('The staging database listens on port 5433'),
      decisions('update'),
    ]);
    expect(await scoreWith(right)).toEqual(passed);
  });

  it('and fails with a model that finds nothing', async () => {
    expect(await scoreWith(scriptedChatModel([{ memories: [] }]))).toMatchObject({
      lost: [expect.stringContaining('5433')],
      stale: ['The staging database listens on port 5432'],
    });
  });

  it('and fails with a model that adds what nobody needs', async () => {
    const chatty = scriptedChatModel([
      memories('The staging database listens on port 5433', 'The user asked where staging is'),
      decisions('update', 'add'),
    ]);
    expect(await scoreWith(chatty)).toMatchObject({ junk: ['The user asked where staging is'], lost: [] });
  });

  it('and fails with a model that keeps failing', async () => {
    const broken = scriptedChatModel(Array.from({ length: 20 }, () => new Error('503')));
    const { other } = await scoreWith(broken);
    expect(other).toEqual([expect.stringContaining('extract is waiting')]);
  });

  it('and leaves nothing behind for the next case', async () => {
    const empty = sampleCase({});
    expect((await runCase(empty, { testDatabase: embeddedStores, model: null })).memories).toEqual([]);
  });

  it('and keeps the order and times of its messages', async () => {
    const dated = sampleCase({
      sessions: [
        {
          messages: [
            { role: 'user', content: 'Remember that the audit is tomorrow', at: '2026-03-10T09:00:00Z' },
          ],
        },
      ],
      expect: { valid: [{ has: ['audit', '2026-03-11'] }] },
    });
    expect(await scoreWith(null, dated)).toEqual(passed);
  });
});

async function scoreWith(model: ChatModel | null, evalCase = correction) {
  return scoreCase(evalCase, await runCase(evalCase, { testDatabase: embeddedStores, model }));
}

function memories(...contents: string[]) {
  return {
    memories: contents.map((content) => ({ content, source: 'user_stated', evidence: [3] })),
  };
}

function decisions(...actions: ('add' | 'update')[]) {
  return {
    decisions: actions.map((action, index) => ({
      candidate: index + 1,
      action,
      memory: action === 'add' ? null : 1,
      reason: 'because',
    })),
  };
}

const correction = sampleCase({
  memories: [{ content: 'The staging database listens on port 5432' }],
  sessions: [
    {
      messages: [
        ['user', 'Where is staging?'],
        ['assistant', 'The staging database listens on port 5432.'],
        ['user', 'No, the staging database listens on port 5433.'],
      ],
    },
  ],
  expect: { valid: [{ has: ['staging', '5433'], priority: 'highest' }] },
});

const passed = { lost: [], invalidated: [], stale: [], junk: [], other: [] };
