import { describe, expect, it } from 'vitest';
import { MemoryError } from '../errors.ts';
import { fill, fine, hang, runningSession, scriptedModel } from './running-session.fixture.ts';
import { openWorld } from '../../testing/open-world.ts';

const world = openWorld();

describe('a compaction that failed', () => {
  it('asks no model again until its pause has passed, and the messages stay', async () => {
    const { session, outcome, calls } = await failingSession();
    expect(await outcome()).toBe('failed');
    const before = session.messages;
    session.clock.advance(29_999);
    expect([await outcome(), await outcome(), await outcome()]).toEqual(Array(3).fill('postponed'));
    expect(calls()).toBe(1);
    expect(session.messages).toEqual(before);
    session.clock.advance(1);
    expect(await outcome()).toBe('failed');
    expect(calls()).toBe(2);
  });

  it('waits twice as long after each further failure, up to ten minutes', async () => {
    const { session, outcome, calls } = await failingSession();
    await outcome();
    // a step every ten seconds for one hour
    const triedAt: number[] = [];
    for (let seconds = 10; seconds <= 3_600; seconds += 10) {
      session.clock.advance(10_000);
      if ((await outcome()) === 'failed') triedAt.push(seconds);
    }
    expect(triedAt).toEqual([30, 90, 210, 450, 930, 1_530, 2_130, 2_730, 3_330]);
    expect(calls()).toBe(10);
  });

  it('is retried at once when the window is full, so that nothing leaves without a try', async () => {
    const { session, outcome, calls } = await failingSession();
    await outcome();
    await fill(session, 6, 39);
    expect(await session.compact()).toMatchObject({ outcome: 'failed', slid: 4 });
    expect(calls()).toBe(2);
    expect(await outcome()).toBe('postponed');
    expect(calls()).toBe(2);
  });

  it('starts with the shortest pause again once one succeeded', async () => {
    const { session, state, outcome, calls } = await failingSession();
    await outcome();
    session.clock.advance(30_000);
    await outcome();
    state.works = true;
    session.clock.advance(60_000);
    expect(await outcome()).toBe('compacted');
    state.works = false;
    await fill(session, 30, 39);
    expect(await outcome()).toBe('failed');
    session.clock.advance(30_000);
    expect(await outcome()).toBe('failed');
    expect(calls()).toBe(5);
  });

  it('has no pause when the user cancelled it', async () => {
    const cancel = new AbortController();
    let answer = hang;
    const { model } = scriptedModel((request) => answer(request));
    const session = await runningSession(world.database, { model });
    await fill(session, 38);
    setTimeout(() => cancel.abort(), 20);
    expect(await session.compact(10_000, cancel.signal)).toMatchObject({ outcome: 'failed' });
    answer = async () => fine();
    expect(await session.compact()).toMatchObject({ outcome: 'compacted' });
  });

  it('is reported to the operator while it waits', async () => {
    const { session, state, outcome } = await failingSession();
    expect(session.notice()).toBeNull();
    await outcome();
    expect(session.notice()).toBe(
      'contexts that could not be compacted wait for the next try (sessions: 1): HTTP 500',
    );
    state.works = true;
    session.clock.advance(30_000);
    expect(session.notice()).toBeNull();
    await outcome();
    expect(session.notice()).toBeNull();
  });
});

/** A session above the trigger, whose model only answers once `state.works` is set. */
async function failingSession() {
  const state = { works: false };
  const { model, requests } = scriptedModel(() => {
    if (state.works) return fine();
    throw new MemoryError('model_failed', 'HTTP 500');
  });
  const session = await runningSession(world.database, { model });
  await fill(session, 38);
  const outcome = async () => (await session.compact()).outcome;
  return { session, state, outcome, calls: () => requests.length };
}
