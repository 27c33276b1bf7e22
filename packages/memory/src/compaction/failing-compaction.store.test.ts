import { describe, expect, it } from 'vitest';
import { MemoryError } from '../errors.ts';
import { countTokens } from '../text/tokens.ts';
import { brokenPairs, userSays } from './conversation.fixture.ts';
import {
  answering,
  contents,
  fill,
  fine,
  hang,
  runningSession,
  scriptedModel,
  tokensOf,
} from './running-session.fixture.ts';
import { openWorld } from '../../testing/open-world.ts';

const world = openWorld();

describe('an answer that is not good enough', () => {
  it('is requested once more, with what was wrong', async () => {
    const { model, requests, promptOf } = scriptedModel((_, call) =>
      call === 1 ? '{"summary": 3}' : fine(),
    );
    const session = await runningSession(world.database, { model });
    await fill(session, 38);
    expect(await session.compact()).toMatchObject({ outcome: 'compacted' });
    expect(requests).toHaveLength(2);
    expect(promptOf(1)).toMatch(/That answer cannot be used:[\s\S]*summary/);
  });

  it('is requested once more when its candidates are malformed, and fails rather than lose them', async () => {
    const { model, requests, promptOf } = scriptedModel(() => answering({ work: ['x'] }, ['just text']));
    const session = await runningSession(world.database, { model });
    await fill(session, 38);
    expect(await session.compact()).toMatchObject({ outcome: 'failed', error: { code: 'malformed_answer' } });
    expect(requests).toHaveLength(2);
    expect(promptOf(1)).toContain('a candidate is an object');
  });

  it('is cut if it is too long, without another call', async () => {
    const work = Array.from({ length: 2_000 }, (_, index) => `step ${index % 90} of the long work`);
    const { model, requests } = scriptedModel(() => answering({ work }));
    const session = await runningSession(world.database, { model });
    await fill(session, 38);
    expect(await session.compact()).toMatchObject({ outcome: 'compacted' });
    expect(requests).toHaveLength(1);
    const { summary } = await session.session();
    expect(countTokens(summary ?? '')).toBeLessThanOrEqual(5_000);
    expect(countTokens(summary ?? '')).toBeGreaterThan(2_000);
  });
});

describe('when compaction fails', () => {
  const untouched = { summary: null, summaryThrough: 0, extractedThrough: 0 };

  it.each([
    ['the model answers rubbish twice', () => 'I would rather not.', 'malformed_answer'],
    [
      'the model fails',
      () => {
        throw new MemoryError('model_failed', 'HTTP 500');
      },
      'model_failed',
    ],
    [
      'the connection breaks in a way that nobody foresaw',
      () => {
        throw new TypeError('terminated');
      },
      'model_failed',
    ],
  ])('because %s, the messages stay, and it is retried after a pause', async (_, script, code) => {
    let works = false;
    const { model } = scriptedModel(() => (works ? fine() : script()));
    const session = await runningSession(world.database, { model });
    await fill(session, 38);
    const before = session.messages;
    expect(await session.compact()).toMatchObject({
      outcome: 'failed',
      error: { code },
      slid: 0,
      shortened: 0,
    });
    expect(session.messages).toEqual(before);
    expect(await session.session()).toMatchObject(untouched);
    works = true;
    session.clock.advance(30_000);
    expect(await session.compact()).toMatchObject({ outcome: 'compacted' });
  });

  it('because the model hangs, it ends after its timeout', async () => {
    const { model } = scriptedModel(hang);
    const session = await runningSession(world.database, {
      model,
      options: { compaction: { timeout: 30 } },
    });
    await fill(session, 38);
    expect(await session.compact()).toMatchObject({
      outcome: 'failed',
      error: { code: 'model_failed', message: 'no summary within 30 ms' },
    });
  });

  it('because the user cancels, the session stays as it was', async () => {
    const { model } = scriptedModel(hang);
    const session = await runningSession(world.database, { model });
    await fill(session, 45);
    const before = session.messages;
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(), 20);
    expect(await session.compact(10_000, cancel.signal)).toMatchObject({ outcome: 'failed', slid: 0 });
    expect(session.messages).toEqual(before);
    expect(await session.session()).toMatchObject(untouched);
  });

  it('because the user cancels after the answer came, nothing is stored either', async () => {
    const cancel = new AbortController();
    const { model } = scriptedModel(() => {
      cancel.abort();
      return fine();
    });
    const session = await runningSession(world.database, { model });
    await fill(session, 38);
    expect(await session.compact(10_000, cancel.signal)).toMatchObject({ outcome: 'failed' });
    expect(await session.session()).toMatchObject(untouched);
  });

  it('because the candidates cannot be stored, the summary is not stored either, and no message leaves', async () => {
    const { model } = scriptedModel(() => answering({ work: ['x'] }, [{ content: 'new', messages: [3] }]));
    const session = await runningSession(world.database, { model });
    await fill(session, 38);
    const before = session.messages;
    await world.query('alter table devai_jobs add constraint full_disk check (false) not valid');
    try {
      expect(await session.compact()).toMatchObject({ outcome: 'failed', slid: 0 });
    } finally {
      await world.query('alter table devai_jobs drop constraint full_disk');
    }
    expect(session.messages).toEqual(before);
    expect(await session.session()).toMatchObject(untouched);
  });

  it('because the store is down, no model is asked', async () => {
    const { model, requests } = scriptedModel(fine);
    const session = await runningSession(world.database, {
      model,
      changeStore: (store) => ({ ...store, getSession: away, saveCompaction: away }),
    });
    await fill(session, 38);
    expect(await session.compact()).toMatchObject({
      outcome: 'failed',
      error: { code: 'database_unavailable' },
    });
    expect(requests).toHaveLength(0);
  });

  it('because only the store’s answer was lost, the next try continues from what is stored', async () => {
    const { model, requests } = scriptedModel(fine);
    let lost = 0;
    const session = await runningSession(world.database, {
      model,
      changeStore: (store) => ({
        ...store,
        async saveCompaction(input) {
          await store.saveCompaction(input);
          lost += 1;
          throw new MemoryError('database_unavailable', 'connection reset');
        },
      }),
    });
    await fill(session, 38);
    const before = session.messages;
    expect(await session.compact()).toMatchObject({ outcome: 'failed' });
    expect(session.messages).toEqual(before);
    session.clock.advance(30_000);
    expect(await session.compact()).toMatchObject({ outcome: 'compacted', through: 37, replaced: 36 });
    expect({ lost, calls: requests.length }).toEqual({ lost: 1, calls: 1 });
  });

  it('because another process compacts at the same time, one wins and the other adopts its result', async () => {
    const theirs = {
      summary: '## State of the work\n- theirs',
      summaryHash: 'x',
      candidates: [],
      from: 0,
      through: 41,
      before: null,
    };
    let answered = false;
    const { model } = scriptedModel(async () => {
      if (!answered) await session.store.saveCompaction({ ...theirs, sessionId: session.sessionId });
      answered = true;
      return fine();
    });
    const session = await runningSession(world.database, { model });
    await fill(session, 38);
    expect(await session.compact()).toMatchObject({ outcome: 'failed', error: { code: 'conflict' } });
    expect(await session.compact()).toMatchObject({
      outcome: 'compacted',
      through: 41,
      summary: theirs.summary,
    });
    expect(contents(session.messages)[1]).toContain('- theirs');
  });

  it('until the window is full, the oldest messages leave, their extraction is due, and a later summary covers them', async () => {
    let works = false;
    const { model, promptOf } = scriptedModel((_, call) => (works ? fine() : `rubbish ${call}`));
    const session = await runningSession(world.database, { model });
    await fill(session, 44);
    const before = session.messages;
    expect(tokensOf(before)).toBe(187_000);
    expect(await session.compact()).toMatchObject({
      outcome: 'failed',
      error: { code: 'malformed_answer' },
      slid: 4,
    });
    expect(tokensOf(session.messages)).toBeLessThanOrEqual(180_000);
    expect(contents(session.messages).slice(0, 2)).toEqual([
      'please fix the build',
      expect.stringContaining('[Context cut]'),
    ]);
    expect(brokenPairs(before, session.messages)).toEqual([]);
    expect(await session.jobs()).toMatchObject([
      { kind: 'extract', key: session.sessionId, status: 'waiting' },
    ]);

    works = true;
    session.clock.advance(30_000);
    expect(await session.compact()).toMatchObject({ outcome: 'compacted' });
    expect(promptOf(2)).toContain('content of src/file-1.ts');
    expect(contents(session.messages).join()).not.toContain('[Context cut]');
  });

  it('the window is kept even when the store is down and the last step alone exceeds it', async () => {
    const session = await runningSession(world.database, {
      model: null,
      changeStore: (store) => ({ ...store, getSession: away, enqueueJob: away }),
    });
    const content = 'a long line of output\n'.repeat(40_000);
    session.messages = [userSays('read it'), { ...userSays(content), tokens: countTokens(content) }];
    expect(await session.compact()).toMatchObject({ outcome: 'failed', shortened: 1 });
    expect(tokensOf(session.messages)).toBeLessThanOrEqual(180_000);
  });

  it('nothing is reported when nothing is worth replacing and the window is not full', async () => {
    const { model, requests } = scriptedModel(fine);
    const session = await runningSession(world.database, { model });
    await session.append({ role: 'user', content: 'giant', tokens: 165_000 });
    expect(await session.compact()).toEqual({ outcome: 'unneeded' });
    expect(requests).toHaveLength(0);
  });
});

function away() {
  return Promise.reject(new MemoryError('database_unavailable', 'gone'));
}
