import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { contentHash } from '../src/text/content-hash.ts';
import { wordsOf } from '../src/text/words.ts';
import { forgetMessage } from '../src/memories/forget-message.ts';
import type { StoredMessage } from '../src/store/messages.ts';
import { sampleMessage } from './sample-message.ts';
import { sampleStatement, sampleVector } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { openWorld, user } from '../testing/open-world.ts';

const session = randomUUID();
const other = randomUUID();
const said = 'By the way, my locker zw-4711 is beside the boiler.';
const quoted = 'my locker zw-4711 is beside the boiler';

describe.each(testDatabases())('forgetting a message on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  let told: unknown[];
  /** What the journal holds for good. */
  let refused: string;
  beforeEach(async () => {
    told = [];
    refused = '';
    for (const id of [session, other]) {
      await world.store.openSession({ id, project: 'taskforge', agent: 'chapo', metadata: {} });
    }
  });

  it('leaves its text nowhere, and everything else as it was', async () => {
    const id = await spread();
    expect((await world.placesOf('zw-4711')).length).toBeGreaterThan(8);
    const result = await forget();
    expect(result).toEqual({
      forgotten: true,
      changedMessages: 3,
      memories: [{ id, content: 'The user has a place near the heating', isValid: true }],
    });
    expect(await world.placesOf('zw-4711')).toEqual([]);
    expect(refused).not.toContain('zw-4711');
    expect(told).toEqual([{ sessionId: session, number: 1 }]);
    expect(await contents(session)).toEqual(['', '[forgotten]']);
    expect(await contents(other)).toEqual([
      'Where is it?',
      '',
      expect.stringMatching(/^It is cold today\. .*\[forgotten\].* Shall I go on\?$/),
    ]);
    expect(await world.store.getSession(session)).toMatchObject({
      name: null,
      gist: null,
      summary: 'They met. [forgotten]',
      state: { n: 1 },
    });
    const [job] = await world.query(
      `select payload -> 'candidates' as candidates from public.devai_jobs where key = $1`,
      [session],
    );
    expect(job).toMatchObject({ candidates: [{ content: 'Another statement' }] });
    expect((await world.get(id)).evidence).toEqual([{ sessionId: session, messages: [1], quote: '' }]);
  });

  it('is idempotent, and counted for hosts that keep texts outside of the store', async () => {
    const id = await spread();
    await forget();
    expect(await world.store.countForgotten()).toBe(1);
    expect(await forget()).toMatchObject({ forgotten: false, changedMessages: 0, memories: [{ id }] });
    expect(await world.store.countForgotten()).toBe(1);
    expect(told).toHaveLength(1);
    await expect(forget(9)).rejects.toMatchObject({ code: 'not_found' });
    await expect(forget(1, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('leaves the answer to a question, and other words of the user, but not the same words', async () => {
    await append(
      session,
      message('Where is my locker beside the boiler?'),
      reply('Your locker is beside the boiler.'),
      message('My locker is green and beside the boiler.'),
      message('Again: where is my locker beside the boiler? Tell me.'),
    );
    expect(await forget()).toMatchObject({ changedMessages: 1 });
    expect(await contents(session)).toEqual([
      '',
      'Your locker is beside the boiler.',
      'My locker is green and beside the boiler.',
      '[forgotten] Tell me.',
    ]);
  });

  it('does not reach sessions that it was not recalled in', async () => {
    await append(session, message(said));
    await append(other, reply(`Somebody says: ${said}`));
    expect(await forget()).toMatchObject({ changedMessages: 0 });
    expect(await contents(other)).toEqual([`Somebody says: ${said}`]);
  });

  it('refuses the results of extractions that read it or a quote before', async () => {
    await append(session, message(said), reply(`Noted: ${said}`));
    const compacting = {
      sessionId: session,
      from: 0,
      through: 2,
      summary: said,
      summaryHash: 'h',
      candidates: [],
      before: null,
      seen: { sessionId: session, after: 0, through: 2, marks: 0 },
    };
    await forget();
    await expect(world.store.saveCompaction(compacting)).rejects.toMatchObject({ code: 'conflict' });
    const marks = (await world.store.listMessages(session, { after: 0, limit: 5 })).map((one) => one.marks);
    expect(marks).toMatchObject([[{ kind: 'forgotten', part: null }], [{ kind: 'forgotten' }]]);
  });

  it('refuses what changed since it was read, and changes nothing', async () => {
    await append(session, message(said), reply(`Noted: ${said}`));
    const places = { contentHash: contentHash(said), texts: [], messages: [], sessions: [], shared: [] };
    const place = { sessionId: session, number: 1 };
    const cut = {
      sessionId: session,
      number: 2,
      content: 'Noted',
      toolCalls: [],
      parts: [null],
      contentHash: 'h',
      tokens: 1,
      words: ['noted'],
      before: { contentHash: 'another', marks: 0 },
    };
    for (const changed of [{ contentHash: 'another' }, { messages: [cut] }]) {
      await expect(world.store.forgetMessage(place, user, { ...places, ...changed })).rejects.toMatchObject({
        code: 'conflict',
      });
    }
    expect(await contents(session)).toEqual([said, `Noted: ${said}`]);
  });

  it.runIf(testDatabase.capabilities.concurrentConnections)(
    'goes on while vectors of the message and of what was taken from it are stored',
    async () => {
      const vector = sampleVector(1);
      for (let number = 1; number <= 20; number += 1) {
        const spoken = message(said);
        await append(session, spoken);
        const evidence = [{ sessionId: session, messages: [number], quote: said }];
        const memory = await world.add(`The user has ${number} places near the heating`, { evidence });
        const vectors = [memory, spoken].map(({ id, contentHash: hash }) => ({
          id,
          contentHash: hash,
          vector,
        }));
        const forgotten = new AbortController();
        const embed = async (name: string) => {
          for (let times = 0; !forgotten.signal.aborted; times += 1)
            await world.store.setEmbeddings(`${name} ${times}`, vectors);
        };
        await Promise.all([embed('a'), embed('b'), forget(number).finally(() => forgotten.abort())]);
      }
      expect(await world.placesOf('zw-4711')).toEqual([]);
    },
  );

  function dependencies() {
    return {
      store: world.store,
      journal: {
        flush: async () => {},
        changeRefused: async (change: (text: string) => string) => {
          refused = change(refused);
        },
      },
      onForgotten: (one: object) => told.push(one),
    };
  }

  function forget(number = 1, sessionId = session) {
    return forgetMessage(dependencies(), { sessionId, number });
  }

  function message(content: string, fields: Partial<StoredMessage> = {}) {
    return sampleMessage(content, { contentHash: contentHash(content), words: wordsOf(content), ...fields });
  }

  function reply(content: string, fields: Partial<StoredMessage> = {}) {
    return message(content, { role: 'assistant', ...fields });
  }

  function append(sessionId: string, ...messages: StoredMessage[]) {
    return world.store.appendMessages(sessionId, messages, { idleSeconds: 1_800, every: 0 });
  }

  async function contents(sessionId: string) {
    return (await world.store.listMessages(sessionId, { after: 0, limit: 20 })).map(({ content }) => content);
  }

  /** The message, and its text wherever the library brings it. */
  async function spread(): Promise<string> {
    await append(session, message(said), reply('Good to know: your locker zw-4711 is beside the boiler.'));
    const recalled = { recalled: [`${session}/1`] };
    const call = { id: 'c', name: 'remember', arguments: JSON.stringify({ content: quoted }) };
    await append(
      other,
      message('Where is it?'),
      reply('', { type: 'tool_call', toolCalls: [call], words: wordsOf(quoted), metadata: recalled }),
      reply(`It is cold today. You said: "${said}" Shall I go on?`, { metadata: recalled }),
    );
    const evidence = [{ sessionId: session, messages: [1], quote: said }];
    const memory = await world.add('The user has a place near the heating', { evidence });
    await world.store.enqueueJob({
      kind: 'deduplicate',
      key: session,
      payload: {
        sessionId: session,
        candidates: [sampleStatement(quoted, { evidence }), sampleStatement('Another statement')],
      },
      delaySeconds: 3_600,
    });
    await world.store.updateSession(session, { name: `About: ${quoted}`, state: { place: said, n: 1 } });
    await world.query(`update public.devai_sessions set summary = $1, gist = $2 where id = $3`, [
      `They met. The user said that ${quoted}.`,
      `Where ${quoted}`,
      session,
    ]);
    const entry = { key: 'k', value: { value: quoted }, agent: null, sessionId: other, ttlSeconds: null };
    await world.store.publish({ scope: 'devai/project/taskforge', ...entry });
    await world.query(
      `insert into public.devai_context_parts (session_id, hash, content, mentions, used_at) values ($1, 'h', $2, $3, now())`,
      [other, JSON.stringify({ text: said }), [`${session}/1`]],
    );
    refused = `a line: ${said}`;
    return memory.id;
  }
});
