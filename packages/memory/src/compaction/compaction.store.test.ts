import { describe, expect, it } from 'vitest';
import { countTokens } from '../text/tokens.ts';
import { brokenPairs } from './conversation.fixture.ts';
import { contextFromSession } from './context-from-session.ts';
import {
  answering,
  contents,
  fill,
  fine,
  runningSession,
  scriptedModel,
  tokensOf,
} from './running-session.fixture.ts';
import { openWorld } from '../../testing/open-world.ts';

const world = openWorld();

describe('compaction', () => {
  it('does nothing up to the trigger', async () => {
    const { model, requests } = scriptedModel(fine);
    const session = await runningSession(world.database, { model });
    await fill(session, 37);
    expect(tokensOf(session.messages)).toBe(159_000);
    expect(await session.compact(11_000)).toEqual({ outcome: 'unneeded' });
    expect(requests).toHaveLength(0);
  });

  it('replaces the oldest part with one model call, and leaves the request, the summary and whole steps', async () => {
    const { model, requests } = scriptedModel(() =>
      answering({ work: ['read src/file-1.ts'] }, [{ content: 'the build needs pnpm', messages: [3] }]),
    );
    const session = await runningSession(world.database, { model });
    await fill(session, 38);
    const before = session.messages;
    const outcome = await session.compact();
    expect(outcome).toMatchObject({
      outcome: 'compacted',
      tokensBefore: 163_000,
      replaced: 36,
      through: 37,
      slid: 0,
    });
    expect(requests).toHaveLength(1);
    expect(tokensOf(session.messages)).toBeLessThanOrEqual(105_000);
    expect(tokensOf(session.messages)).toBeGreaterThan(90_000);
    expect(contents(session.messages)[0]).toBe('please fix the build');
    expect(contents(session.messages)[1]).toMatch(
      /^\[Context compacted\][\s\S]*read src\/file-1\.ts[\s\S]*src\/file-2\.ts/,
    );
    expect(brokenPairs(before, session.messages)).toEqual([]);
  });

  it('shows what the user keeps out of prompts to no summary, and takes its memories all the same', async () => {
    const { model, promptOf, requests } = scriptedModel((_, call) =>
      answering({ work: ['x'] }, call === 1 ? [] : [{ content: 'the locker is number nine', messages: [2] }]),
    );
    const session = await runningSession(world.database, { model });
    await fill(session, 38);
    await session.store.chooseForSession(session.sessionId, 'hidden', [2], true);
    const [, hidden] = await session.store.listMessages(session.sessionId, { after: 0, limit: 2 });
    expect(await session.compact()).toMatchObject({ outcome: 'compacted' });
    expect(requests).toHaveLength(2);
    expect(promptOf(0)).not.toMatch(/^#2 /m);
    expect(promptOf(0)).toMatch(/^#3 /m);
    expect(promptOf(1)).toMatch(/^#2 /m);
    expect(promptOf(1)).not.toMatch(/^#3 /m);
    expect(hidden?.number).toBe(2);
    const jobs = await session.store.listJobs({ status: 'waiting', limit: 10 });
    expect(JSON.stringify(jobs.map(({ payload }) => payload))).toContain('the locker is number nine');
  });

  it('stores summary, watermark and candidates together', async () => {
    const { model } = scriptedModel(() =>
      answering({ work: ['x'] }, [
        { content: 'the build needs pnpm', messages: [3] },
        { content: 'the user builds with pnpm', messages: [3], source: 'user_stated' },
      ]),
    );
    const session = await runningSession(world.database, { model });
    await fill(session, 38);
    const outcome = await session.compact();
    expect((await session.session())?.summary).toMatch(
      /^\(Messages 1 to 37: \d+,\d{3} tokens became \d+\.\)\n\n## /,
    );
    expect(await session.session()).toMatchObject({
      summary: outcome.outcome === 'compacted' ? outcome.summary : '',
      summaryThrough: 37,
      extractedThrough: 37,
    });
    expect(await session.jobs()).toMatchObject([
      {
        kind: 'deduplicate',
        status: 'waiting',
        payload: {
          sessionId: session.sessionId,
          candidates: [
            { content: 'the build needs pnpm', source: 'compaction' },
            { content: 'the user builds with pnpm', source: 'user_stated' },
          ],
        },
      },
    ]);
  });

  it('leaves a session that another process reopens in the same state', async () => {
    const { model } = scriptedModel(fine);
    const session = await runningSession(world.database, { model });
    await fill(session, 38);
    await session.compact();
    const stored = await session.store.listMessages(session.sessionId, { after: 0, limit: 1_000 });
    expect(contextFromSession(await session.session(), stored)).toEqual(session.messages);
  });

  it('keeps messages that arrive while it runs, in order', async () => {
    const { model } = scriptedModel(async () => {
      await session.append({ role: 'user', content: 'and hurry', tokens: 5 });
      return fine();
    });
    const session = await runningSession(world.database, { model });
    await fill(session, 38);
    const outcome = await session.compact();
    if (outcome.outcome !== 'compacted') throw new Error(`it ${outcome.outcome}`);
    expect(session.messages.slice(0, -1)).toEqual(outcome.messages);
    expect(contents(session.messages).at(-1)).toBe('and hurry');
    const stored = await session.store.listMessages(session.sessionId, { after: 0, limit: 1_000 });
    expect(contents(contextFromSession(await session.session(), stored)).at(-1)).toBe('and hurry');
  });

  it('tells the model the project and which messages were already extracted, and drops candidates only from those', async () => {
    const { model, promptOf } = scriptedModel(() =>
      answering({ work: ['x'] }, [
        { content: 'old', messages: [3] },
        { content: 'new', messages: [20] },
        { content: 'both', messages: [3, 20] },
      ]),
    );
    const session = await runningSession(world.database, { model });
    await fill(session, 38);
    await world.query('update devai_sessions set extracted_through = 10 where id = $1', [session.sessionId]);
    await session.compact();
    expect(promptOf(0)).toContain('Messages up to #10 were searched already');
    expect(promptOf(0)).toContain('The project is "taskforge".');
    const [job] = await session.jobs();
    expect(job?.payload['candidates']).toMatchObject([{ content: 'new' }, { content: 'both' }]);
  });

  it('redacts what it stores', async () => {
    const { model } = scriptedModel(() => answering({ state: ['the key is hunter2'] }));
    const session = await runningSession(world.database, {
      model,
      redact: async (text) => text.replaceAll('hunter2', '[redacted:password]'),
    });
    await fill(session, 38);
    await session.compact();
    expect((await session.session()).summary).toContain('the key is [redacted:password]');
    expect(contents(session.messages).join()).not.toContain('hunter2');
  });

  it('records each model call in the ledger, even useless ones', async () => {
    const { model } = scriptedModel((_, call) => (call === 1 ? 'rubbish' : fine()));
    const session = await runningSession(world.database, { model });
    await fill(session, 38);
    await session.compact();
    expect(await world.query('select operation, model, input_tokens from devai_usage')).toEqual([
      { operation: 'compact', model: 'scripted', input_tokens: 100 },
      { operation: 'compact', model: 'scripted', input_tokens: 100 },
    ]);
  });
});

describe('the next compactions of a session', () => {
  it('merge the previous summary into one within its limit, five times in a row', async () => {
    const long = Array.from(
      { length: 150 },
      (_, index) => `fact ${index % 90} is that the work went on and on and on`,
    );
    const { model, requests, promptOf } = scriptedModel((_, call) =>
      answering({ work: [`merged ${call}`, ...long] }),
    );
    const session = await runningSession(world.database, { model });
    await fill(session, 1);
    for (let round = 1; round <= 5; round += 1) {
      await fill(session, 60, round * 100);
      expect(await session.compact()).toMatchObject({ outcome: 'compacted' });
      const { summary } = await session.session();
      expect(countTokens(summary ?? '')).toBeLessThanOrEqual(5_000);
      expect(
        contents(session.messages).filter((text) => text.startsWith('[Context compacted]')),
      ).toHaveLength(1);
      // the window never slides, and the model is asked once per round
      expect(requests).toHaveLength(round);
    }
    expect(promptOf(4)).toContain('# Summary so far');
    expect(promptOf(4)).toContain('merged 4');
    expect(promptOf(4)).not.toContain('merged 3');
  });

  it('carry identifiers over, the most used first', async () => {
    const { model } = scriptedModel(fine);
    const session = await runningSession(world.database, { model });
    await fill(session, 1);
    const mention = { role: 'user' as const, content: 'src/file-1.ts again' };
    await session.append(mention, mention, mention, mention, { role: 'user', content: 'go on' });
    await fill(session, 37, 2);
    expect(await session.compact()).toMatchObject({ outcome: 'compacted' });
    await fill(session, 20, 100);
    expect(await session.compact()).toMatchObject({ outcome: 'compacted' });
    expect((await session.session()).summary).toMatch(/^src\/file-1\.ts,/m);
  });
});

describe('a chunk that is larger than the window of the model', () => {
  it('is summarised part by part, each merged into the previous one, with the candidates of all parts', async () => {
    const { model, requests, promptOf } = scriptedModel(
      (_, call) => answering({ work: [`part ${call}`] }, [{ content: `from ${call}`, messages: [2] }]),
      30_000,
    );
    const session = await runningSession(world.database, { model });
    await session.append({ role: 'user', content: 'word '.repeat(30_000), tokens: 30_000 });
    await session.append({ role: 'user', content: 'more '.repeat(20_000), tokens: 20_000 });
    await fill(session, 30, 2);
    expect(await session.compact()).toMatchObject({ outcome: 'compacted' });
    expect(requests.length).toBeGreaterThan(2);
    for (const { messages } of requests) {
      expect(messages.reduce((sum, one) => sum + countTokens(one.content), 0)).toBeLessThan(30_000 - 7_500);
    }
    expect(promptOf(1)).toContain('part 1');
    const [job] = await session.jobs();
    expect(job?.payload['candidates']).toHaveLength(requests.length);
  });

  it('is left as it is, with an error, when the window is too small for any part', async () => {
    const { model, requests } = scriptedModel(fine, 3_000);
    const session = await runningSession(world.database, { model });
    await fill(session, 38);
    const outcome = await session.compact();
    expect(outcome).toMatchObject({ outcome: 'failed', error: { code: 'model_refused' }, slid: 0 });
    expect(requests).toHaveLength(0);
  });
});

describe('without a model', () => {
  it('rules summarise and extract, within the same limits', async () => {
    const session = await runningSession(world.database, { model: null });
    await session.append({ role: 'user', content: 'remember: we decided to use pnpm', tokens: 1_000 });
    await fill(session, 40, 2);
    await world.query('update devai_sessions set extracted_through = 0 where id = $1', [session.sessionId]);
    expect(await session.compact()).toMatchObject({ outcome: 'compacted' });
    const { summary, summaryThrough } = await session.session();
    expect(summary).toContain('## What the user wants\n- remember: we decided to use pnpm');
    expect(summary).toContain('- read src/file-2.ts → ok: content of src/file-2.ts');
    expect(countTokens(summary ?? '')).toBeLessThanOrEqual(5_000);
    expect(summaryThrough).toBeGreaterThan(20);
    expect((await session.jobs())[0]?.payload['candidates']).toMatchObject([
      { content: 'remember: we decided to use pnpm' },
    ]);
  });
});

describe('a summary by rules', () => {
  it('stays within its limit, however much was said', async () => {
    const session = await runningSession(world.database, { model: null });
    await fill(session, 1);
    for (let round = 1; round <= 200; round += 1) {
      const content = `In round ${round} we use the ${'long '.repeat(30)}way, because it is the only one.`;
      await session.append({ role: 'user', content, tokens: 800 });
    }
    expect(await session.compact()).toMatchObject({ outcome: 'compacted' });
    const { summary } = await session.session();
    expect(countTokens(summary ?? '')).toBeLessThanOrEqual(5_000);
    expect(countTokens(summary ?? '')).toBeGreaterThan(2_000);
  });
});

describe('smaller limits', () => {
  it('stay consistent when only the trigger is lowered', async () => {
    const { model, requests } = scriptedModel(fine);
    const session = await runningSession(world.database, {
      model,
      options: { compaction: { trigger: 40_000, window: 50_000 } },
    });
    await fill(session, 8);
    expect(await session.compact()).toMatchObject({ outcome: 'compacted' });
    expect(tokensOf(session.messages)).toBeLessThanOrEqual(26_250);
    expect(await session.compact()).toEqual({ outcome: 'unneeded' });
    expect(requests).toHaveLength(1);
  });
});
