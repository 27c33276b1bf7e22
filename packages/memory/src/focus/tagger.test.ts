import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { silentLog } from '../../testing/silent-log.ts';
import type { Log } from '../ports.ts';
import type { Tag } from './resolve-tag.ts';
import type { Step } from './read-step.ts';
import { createTagger } from './tagger.ts';

describe('tagging steps', () => {
  it('returns to the caller before anything is done', async () => {
    const tagger = openTagger();
    tagger.noteStep(step('a'));
    await Promise.resolve();
    expect(tagger.asked).toEqual([]);
    await settle();
    expect(tagger.asked).toEqual(['a']);
  });

  it('has one running call per session, and tags the newest waiting step next', async () => {
    const tagger = openTagger();
    tagger.noteStep(step('a'));
    await settle();
    for (const text of ['b', 'c', 'd']) tagger.noteStep(step(text));
    await settle();
    expect(tagger.openCalls()).toBe(1);
    await tagger.answer(tagOf('memory'));
    expect(tagger.asked).toEqual(['a', 'd']);
    expect(tagger.openCalls()).toBe(1);
    await tagger.answer(tagOf('billing'));
    expect(tagger.written.map(({ topic }) => topic)).toEqual(['memory', 'billing']);
    expect(tagger.failure()).toBeNull();
  });

  it('does not make a session wait for another', async () => {
    const tagger = openTagger();
    tagger.noteStep(step('a', 'one'));
    tagger.noteStep(step('b', 'two'));
    await settle();
    expect(tagger.asked).toEqual(['a', 'b']);
  });

  it('continues after every kind of end', async () => {
    const tagger = openTagger();
    for (const [text, answer] of [
      ['a', new Error('the model is gone')],
      ['b', null],
      ['c', tagOf('memory')],
      ['d', tagOf('billing')],
    ] as const) {
      tagger.noteStep(step(text));
      await settle();
      await tagger.answer(answer);
    }
    expect(tagger.asked).toEqual(['a', 'b', 'c', 'd']);
    expect(tagger.written.map(({ topic }) => topic)).toEqual(['memory', 'billing']);
  });

  it('loses only the tag of a failed step, and says so', async () => {
    const warnings: unknown[] = [];
    const tagger = openTagger({ ...silentLog, warn: (fields) => warnings.push(fields) });
    tagger.noteStep(step('a'));
    await settle();
    tagger.noteStep(step('b'));
    await tagger.answer(new Error('the model is gone'));
    expect(tagger.failure()).toEqual({ inARow: 1, reason: 'the model is gone' });
    await tagger.answer(tagOf('memory'));
    expect(tagger.written).toHaveLength(1);
    expect(tagger.failure()).toBeNull();
    expect(warnings).toHaveLength(1);
  });

  it('writes only news: another topic, another path, or the same topic after an hour', async () => {
    const tagger = openTagger();
    const note = async (tag: Tag | null): Promise<number> => {
      tagger.noteStep(step('x'));
      await settle();
      await tagger.answer(tag);
      return tagger.written.length;
    };
    expect(await note(tagOf('memory', ['a.ts']))).toBe(1);
    expect(await note(tagOf('memory', ['a.ts']))).toBe(1);
    expect(await note(tagOf('memory', []))).toBe(1);
    expect(await note(null)).toBe(1);
    expect(await note(tagOf('memory', ['a.ts', 'b.ts']))).toBe(2);
    expect(await note(tagOf('memory', ['b.ts', 'a.ts']))).toBe(2);
    expect(await note(tagOf('memory', ['c.ts']))).toBe(3);
    expect(await note(tagOf('memory', ['a.ts', 'c.ts']))).toBe(3);
    expect(await note(tagOf('billing', ['a.ts']))).toBe(4);
    expect(await note(tagOf('memory', ['a.ts']))).toBe(5);
    tagger.clock.advance(59 * 60_000);
    expect(await note(tagOf('memory', ['a.ts']))).toBe(5);
    tagger.clock.advance(60_000);
    expect(await note(tagOf('memory', ['a.ts']))).toBe(6);
    expect(await note(tagOf('memory', ['a.ts']))).toBe(6);
  });

  it('is idle when nothing is running and nothing waits', async () => {
    const tagger = openTagger();
    await tagger.idle();
    tagger.noteStep(step('a'));
    let isIdle = false;
    void tagger.idle().then(() => (isIdle = true));
    await settle();
    tagger.noteStep(step('b'));
    await tagger.answer(tagOf('memory'));
    expect(isIdle).toBe(false);
    await tagger.answer(tagOf('billing'));
    expect(isIdle).toBe(true);
  });

  it('remembers hundreds of sessions, but not all', async () => {
    const tagger = openTagger();
    const note = async (sessionId: string): Promise<number> => {
      tagger.noteStep(step('x', sessionId));
      await settle();
      await tagger.answer(tagOf('memory'));
      return tagger.written.length;
    };
    await note('first');
    expect(await note('first')).toBe(1);
    for (let session = 0; session < 500; session += 1) await note(`session ${session}`);
    expect(await note('first')).toBe(502);
  });
});

function step(userMessage: string, sessionId = 'one'): Step {
  return {
    sessionId,
    project: null,
    userMessage,
    toolCalls: [],
    reply: '',
  };
}

function tagOf(topic: string, filePaths: string[] = []): Tag {
  return {
    topic,
    parentTopic: null,
    filePaths,
    directories: [],
  };
}

/** A tagger whose model calls end when the test says so. `answer` ends the oldest open one. */
function openTagger(log: Log = silentLog) {
  const clock = createTestClock();
  const asked: string[] = [];
  const open: ((answer: Tag | null | Error) => void)[] = [];
  const written: Tag[] = [];
  const tagger = createTagger({
    tag: ({ userMessage }) => {
      asked.push(typeof userMessage === 'string' ? userMessage : userMessage.content);
      return new Promise((resolve, reject) => {
        open.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
      });
    },
    write: async (_, tag) => {
      written.push(tag);
    },
    clock,
    log,
  });
  return {
    ...tagger,
    clock,
    asked,
    written,
    openCalls: () => open.length,
    async answer(answer: Tag | null | Error): Promise<void> {
      open.shift()?.(answer);
      await settle();
    },
  };
}

/** Runs everything that can run without an answer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
