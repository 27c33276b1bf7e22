import { describe, expect, it } from 'vitest';
import { sampleStatement } from '../../contract/sample-statement.ts';
import { forget } from '../memories/forget.ts';
import { wordsOf } from '../text/words.ts';
import { contextFromSession } from './context-from-session.ts';
import {
  answering,
  fill,
  fine,
  runningSession,
  type Script,
  scriptedModel,
} from './running-session.fixture.ts';
import { openWorld, user } from '../../testing/open-world.ts';
import { noJournal } from '../../testing/no-journal.ts';

describe('a session in which something was forgotten', () => {
  const world = openWorld();

  it('is compacted without it', async () => {
    const session = await tellingSession(fine);
    await session.forget();
    expect(await session.compact()).toMatchObject({ outcome: 'compacted' });
    expect(session.promptOf(0)).toContain('Now the next file.');
    expect(session.promptOf(0)).not.toContain('4711');
  });

  it('is also compacted without it by rules', async () => {
    const session = await tellingSession(null);
    await session.forget();
    expect(await session.compact()).toMatchObject({ outcome: 'compacted' });
    const { summary } = await session.session();
    expect(summary).toContain('Now the next file.');
    expect(summary).not.toContain('4711');
  });

  it('discards a summary in progress that has it, and makes the next one without it', async () => {
    const summaries = [answering({ request: ['her locker has the code 4711'] }), fine()];
    const session = await tellingSession(async (_, call) => {
      if (call === 1) await session.forget();
      return summaries[call - 1] ?? '';
    });
    expect(await session.compact()).toMatchObject({ outcome: 'failed', error: { code: 'conflict' } });
    expect((await session.session()).summary).toBeNull();
    expect(await session.compact()).toMatchObject({ outcome: 'compacted' });
    expect((await session.session()).summary).not.toContain('4711');
    expect(session.promptOf(1)).not.toContain('4711');
  });

  it('discards a new summary of an old one that still had it', async () => {
    const session = await tellingSession(async (_, call) => {
      if (call === 2) await session.forget();
      const request = ["the user's locker code is 4711", 'to fix the build'];
      return call < 3 ? answering({ request }) : fine();
    });
    expect(await session.compact()).toMatchObject({ outcome: 'compacted' });
    await fill(session, 38, 40);
    expect(await session.compact()).toMatchObject({ outcome: 'failed', error: { code: 'conflict' } });
    const { summary } = await session.session();
    expect(summary).toContain('to fix the build');
    expect(summary).not.toContain('4711');
    expect(await session.compact()).toMatchObject({ outcome: 'compacted' });
    expect(session.promptOf(2)).not.toContain('4711');
  });

  it('is reopened without it', async () => {
    const session = await tellingSession(null);
    await session.forget();
    const messages = await session.store.listMessages(session.sessionId, { after: 0, limit: 100 });
    const context = JSON.stringify(contextFromSession(await session.session(), messages));
    expect(context).toContain('[forgotten] Now the next file.');
    expect(context).not.toContain('4711');
  });

  /** A session before a compaction, in which a locker code was mentioned and stored as a memory. */
  async function tellingSession(script: Script | null) {
    const scripted = script && scriptedModel(script);
    const session = await runningSession(world.database, { model: scripted?.model ?? null });
    await fill(session, 1);
    await session.append({ role: 'user', content: 'My locker code is 4711. Now the next file.' });
    const told = (await session.session()).messageCount;
    const repeated = 'A locker with the code 4711, good.';
    await session.append({ role: 'assistant', content: repeated, words: wordsOf(repeated) });
    await fill(session, 37, 2);
    const { store } = world;
    const evidence = [{ sessionId: session.sessionId, messages: [told], quote: 'My locker code is 4711.' }];
    const statement = sampleStatement("The user's locker code is 4711", { evidence });
    await store.remember(statement, user, 'said');
    return {
      ...session,
      compact: () => session.compact(),
      promptOf: (call: number) => scripted?.promptOf(call) ?? '',
      forget: () =>
        forget(
          {
            store,
            journal: noJournal,
            onForgotten: () => {},
          },
          statement.id,
        ),
    };
  }
});
