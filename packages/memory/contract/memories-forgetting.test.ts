import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Evidence } from '../src/types.ts';
import { sampleMessage } from './sample-message.ts';
import { sampleStatement } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { daysAfter, openWorld, user } from '../testing/open-world.ts';

const session = randomUUID();
// no letter of a hexadecimal id: a random one must not hold it
// quotes, a backslash and a line break are escaped in JSON; the start of an escape must not be taken for text
const secret = 'My door code is "k4711\\n" und für ตู้:\nnone else';
const quote = 'the code, k4711, is mine';

describe.each(testDatabases())('forgetting on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  beforeEach(async () => {
    await world.store.openSession({ id: session, project: 'taskforge', agent: 'chapo', metadata: {} });
  });

  it('leaves the text only in the messages if these stay', async () => {
    const id = await spread();
    expect((await world.placesOf(secret)).length).toBeGreaterThan(8);
    expect(await forget(id)).toMatchObject({
      forgotten: true,
      erasedMessages: 0,
      keptMessages: 3,
      kept: [1, 2, 3].map((number) => ({ sessionId: session, number })),
    });
    expect(await world.placesOf(secret)).toEqual([
      'messages.content',
      'messages.metadata',
      'messages.tool_calls',
    ]);
    expect(await world.store.getMemory(id)).toBeNull();
  });

  it('leaves the text nowhere, not even quoted in what replaced it, if the messages are erased, too', async () => {
    const id = await spread();
    expect(await forget(id, true)).toMatchObject({ forgotten: true, erasedMessages: 3, keptMessages: 0 });
    expect(await world.placesOf(secret)).toEqual([]);
    expect(await world.placesOf(quote)).toEqual([]);
    expect(await world.placesOf('k4711')).toEqual([]);
    const messages = await world.store.listMessages(session, { after: 0, limit: 10 });
    expect(messages.map(({ number, content }) => [number, content])).toEqual([
      [1, ''],
      [2, ''],
      [3, ''],
      [4, 'Something else'],
    ]);
  });

  it('leaves a tombstone without text, and everything else as it was', async () => {
    const id = await spread();
    const other = await world.add('An innocent statement', { tags: ['n'], metadata: { n: 'n' } });
    await forget(id);
    expect(await world.store.listMemoryEvents(id)).toMatchObject([
      { action: 'forgotten', reason: 'on demand', actor: user, before: null, after: null },
    ]);
    expect(await world.get(other.id)).toEqual(other);
    const [job] = await world.query(`select payload from public.devai_jobs where key = $1`, [session]);
    expect(job).toMatchObject({ payload: { candidates: [{ content: 'Another statement' }] } });
  });

  it('is idempotent, and covers invalid memories as well', async () => {
    const { id } = await world.add('a text');
    await world.store.invalidateMemory(id, user, 'wrong');
    expect(await forget(id)).toEqual({
      forgotten: true,
      memoryIds: [id],
      erasedMessages: 0,
      keptMessages: 0,
      kept: [],
    });
    expect(await forget(id, true)).toMatchObject({ forgotten: false, memoryIds: [], keptMessages: 0 });
    expect(await forget(randomUUID())).toMatchObject({ forgotten: false, memoryIds: [], keptMessages: 0 });
    expect(await world.actions(id)).toEqual(['forgotten']);
  });

  it('covers the same text in the project and in shared scopes, and leaves it in other projects', async () => {
    const text = 'Deploys run on Friday';
    const addTo = async (namespace: string) => (await world.add(text, { namespace })).id;
    const own = await addTo('devai/project/shop/fixes');
    const shared = [await addTo('devai/user/habits'), await addTo('devai/global/patterns')];
    const foreign = await addTo('devai/project/other/fixes');
    const candidates = ['shop', 'other'].map((project) =>
      sampleStatement(text, { namespace: `devai/project/${project}` }),
    );
    const job = await world.store.enqueueJob({
      kind: 'deduplicate',
      key: session,
      payload: { sessionId: session, candidates },
      delaySeconds: 3_600,
    });
    await world.store.updateSession(session, { state: { seen: text } });
    for (const scope of ['devai/project/shop', 'devai/project/other']) {
      const entry = { key: 'k', value: { value: text }, agent: null, sessionId: null, ttlSeconds: null };
      await world.store.publish({ scope, ...entry });
    }

    const { memoryIds } = await world.store.forgetMemory(own, user, { messages: false });
    expect(memoryIds.toSorted()).toEqual([own, ...shared].toSorted());
    expect(await world.get(foreign)).toMatchObject({ content: text, isValid: true });
    expect(await world.actions(foreign)).toEqual(['added']);
    expect((await world.store.getJob(job.id))?.payload).toMatchObject({
      candidates: [{ namespace: 'devai/project/other' }],
    });
    expect(await world.store.getSession(session)).toMatchObject({
      project: 'taskforge',
      state: { seen: text },
    });
    expect(await world.query('select scope from public.devai_shared')).toEqual([
      { scope: 'devai/project/other' },
    ]);
  });

  it('covers the same text everywhere if all projects share the memory', async () => {
    const text = 'Deploys run on Monday';
    const addTo = async (namespace: string) => (await world.add(text, { namespace })).id;
    const shared = await addTo('devai/user/habits');
    const others = [await addTo('devai/project/shop/fixes'), await addTo('devai/project/other/fixes')];
    await world.store.updateSession(session, { state: { seen: text } });
    const entry = { key: 'k', value: { value: text }, agent: null, sessionId: null, ttlSeconds: null };
    await world.store.publish({ scope: 'devai/project/other', ...entry });

    const { memoryIds } = await world.store.forgetMemory(shared, user, { messages: false });
    expect(memoryIds.toSorted()).toEqual([shared, ...others].toSorted());
    expect(await world.store.getSession(session)).toMatchObject({ state: {} });
    expect(await world.query('select from public.devai_shared')).toEqual([]);
  });

  it('leaves other memories readable as of an earlier time', async () => {
    const old = await world.add('the lock is old', { evidence: evidence(1) });
    const next = sampleStatement('the lock is new', { evidence: evidence(1) });
    await world.apply([next], [{ action: 'update', targetId: old.id, reason: 'it was replaced' }]);
    await world.setNow(daysAfter(2));
    await world.store.updateMemory(next.id, { importance: 4 }, user, 'less so');
    await forget(old.id);
    const valid = await world.store.listMemories({
      scopes: null,
      namespaces: [],
      includeInvalid: false,
      after: null,
      limit: 5,
      filter: { asOf: daysAfter(1) },
    });
    expect(valid).toMatchObject([{ content: 'the lock is new', evidence: [] }]);
  });

  it('is counted, for hosts that keep texts outside the store', async () => {
    const one = await world.add('one');
    expect(await world.store.countForgotten()).toBe(0);
    await forget(one.id);
    await forget(one.id);
    expect(await world.store.countForgotten()).toBe(1);
  });

  it('erases what a memory said before it was changed', async () => {
    const { id } = await world.add('the first wording');
    const content = {
      content: 'second',
      contentHash: 'h',
      vector: null,
      embeddingModel: null,
    };
    const index = { words: ['second'], contentHash: 'h', title: null, tags: [] };
    await world.store.updateMemory(id, { content, index }, user, 'from "the first wording"');
    await forget(id);
    expect(await world.placesOf('the first wording')).toEqual([]);
  });

  it('takes a job with the text away from its worker, so that the text cannot come back', async () => {
    const { id } = await world.add('a secret text');
    for (const job of await world.store.listJobs({ status: 'waiting', limit: 10 })) {
      await world.query('delete from public.devai_jobs where id = $1', [job.id]);
    }
    const candidates = [sampleStatement('a secret text'), sampleStatement('an open text')];
    await world.store.enqueueJob({
      kind: 'deduplicate',
      key: session,
      payload: { sessionId: session, candidates },
      delaySeconds: 0,
    });
    const job = await world.store.claimJob('w', 60, 8);
    await forget(id);
    await expect(
      world.store.applyDecisions({
        jobId: job?.id ?? '',
        worker: 'w',
        candidates,
        decisions: [0, 1].map((candidate) => ({ candidate, action: 'add', targetId: null, reason: 'r' })),
        watermark: null,
        result: {},
      }),
    ).rejects.toMatchObject({ code: 'lease_lost' });
    expect(await world.store.claimJob('w', 60, 8)).toMatchObject({
      id: job?.id,
      attempts: 1,
      payload: { candidates: [{ content: 'an open text' }] },
    });
  });

  const stored = () => world.store.listMessages(session, { after: 0, limit: 10 });

  it('marks the parts of messages that the caller found, and otherwise the whole evidence', async () => {
    const id = await spread();
    const part = { from: 0, to: 8 };
    await world.store.forgetMemory(id, user, {
      messages: false,
      marks: [{ sessionId: session, number: 1, part, isSource: true }],
    });
    const mark = { memoryId: id, kind: 'forgotten' };
    expect((await stored()).map(({ marks }) => marks)).toEqual([
      [{ ...mark, part }],
      [{ ...mark, part: null }],
      [{ ...mark, part: null }],
      [],
    ]);
  });

  it('can erase the messages later, but only those that the memory was taken from', async () => {
    const id = await spread();
    const other = { sessionId: session, number: 4, part: null, isSource: false };
    await world.store.forgetMemory(id, user, { messages: false, marks: [other] });
    expect(await forget(id, true)).toMatchObject({ forgotten: false, erasedMessages: 3, keptMessages: 1 });
    expect((await stored()).map(({ content }) => content)).toEqual(['', '', '', 'Something else']);
  });

  it('refuses the results of extractions that read the messages before', async () => {
    const id = await spread();
    const seen = { sessionId: session, after: 0, through: 4, marks: 0 };
    const read = await world.store.getSession(session);
    const before = read?.summary ?? null;
    await world.store.enqueueJob({ kind: 'extract', key: session, payload: {}, delaySeconds: 0 });
    const job = await world.store.claimJob('w', 60, 8);
    const applying = {
      jobId: job?.id ?? '',
      worker: 'w',
      candidates: [sampleStatement('The code of her door')],
      decisions: [{ candidate: 0, action: 'add' as const, targetId: null, reason: 'r' }],
      watermark: { sessionId: session, from: 0, through: 4 },
      result: {},
    };
    const compacting = {
      sessionId: session,
      from: 0,
      through: 4,
      summary: 'The code of her door',
      summaryHash: 'h',
      candidates: [],
    };
    await forget(id);
    await expect(world.store.applyDecisions({ ...applying, seen })).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(world.store.saveCompaction({ ...compacting, before, seen })).rejects.toMatchObject({
      code: 'conflict',
    });

    const readAgain = { ...seen, marks: 3 };
    await world.store.applyDecisions({ ...applying, seen: readAgain });
    await world.store.saveCompaction({ ...compacting, before, seen: readAgain });
    expect(await world.store.getSession(session)).toMatchObject({
      extractedThrough: 4,
      summaryThrough: 4,
    });
  });

  it('replaces only those summaries that were read', async () => {
    const { id } = await world.add('a secret text', { sessionId: session });
    await world.query(`update public.devai_sessions set summary = 'She has a secret.'`);
    const told = { name: null, summary: 'She has [forgotten]', summaryHash: 'h2', gist: null, words: null };
    const sessions = (summary: string) => [
      { sessionId: session, before: { name: null, summary, gist: null }, ...told },
    ];
    const forgetting = (before: string) =>
      world.store.forgetMemory(id, user, { messages: false, sessions: sessions(before) });
    await expect(forgetting('She has none.')).rejects.toMatchObject({ code: 'conflict' });
    expect(await world.store.getMemory(id)).not.toBeNull();
    await forgetting('She has a secret.');
    expect(await world.store.getSession(session)).toMatchObject({
      summary: 'She has [forgotten]',
      summaryHash: 'h2',
    });
  });

  it('searches the sessions that the memory came from or was recalled in, and no others', async () => {
    const id = await spread();
    const told = randomUUID();
    const foreign = randomUUID();
    for (const one of [told, foreign]) {
      await world.store.openSession({ id: one, project: 'p', agent: 'chapo', metadata: {} });
      const recalled = { role: 'assistant' as const, metadata: { recalled: one === told ? [id] : [] } };
      const messages = [
        sampleMessage('The lock has a code', { words: ['lock', 'code'] }),
        sampleMessage('Fine', recalled),
      ];
      await world.store.appendMessages(one, messages, { idleSeconds: 1, every: 0 });
    }
    await world.query(`update public.devai_sessions set summary = 'The door.'`);
    const found = await world.store.findMentions(id, ['code', 'key']);
    const places = found.messages.map(({ sessionId, number }) => `${sessionId} ${number}`);
    expect(new Set(places)).toEqual(
      new Set([`${session} 1`, `${session} 2`, `${session} 3`, `${told} 1`, `${told} 2`]),
    );
    expect(new Set(found.sessions.map(({ sessionId }) => sessionId))).toEqual(new Set([session, told]));
  });

  it('searches the sessions in which a message that it came from was recalled', async () => {
    const id = await spread();
    const noted = randomUUID();
    const kept = randomUUID();
    const foreign = randomUUID();
    for (const one of [noted, kept, foreign]) {
      await world.store.openSession({ id: one, project: 'p', agent: 'chapo', metadata: {} });
      const recalled = one === noted ? [randomUUID(), `${session}/1`] : [`${session}/4`];
      const reply = sampleMessage(`You said: ${quote}`, {
        role: 'assistant' as const,
        words: ['k4711'],
        metadata: { recalled },
      });
      await world.store.appendMessages(one, [reply], { idleSeconds: 1, every: 0 });
    }
    // as programs left it that did not note recalled messages
    await world.query(
      `insert into public.devai_context_parts (session_id, hash, content, mentions, used_at) values ($1, 'h', '{}', $2, now())`,
      [kept, [`${session}/3`]],
    );
    const { messages } = await world.store.findMentions(id, ['k4711']);
    const found = messages.map(({ sessionId }) => sessionId).filter((one) => one !== session);
    expect(new Set(found)).toEqual(new Set([noted, kept]));
  });

  function evidence(...messages: number[]): Evidence[] {
    return [{ sessionId: session, messages, quote }];
  }

  function forget(id: string, messages = false) {
    return world.store.forgetMemory(id, user, { messages });
  }

  /** A store in which the text stands wherever the library brings it: in the memory, what replaced it, jobs and messages. */
  async function spread(): Promise<string> {
    const toolCall = { id: 'c', name: 'remember', arguments: JSON.stringify({ content: secret }) };
    await world.store.appendMessages(
      session,
      [
        sampleMessage(`Remember: ${quote}`, { words: ['remember', 'k4711'] }),
        sampleMessage('', { role: 'assistant', type: 'tool_call', toolCalls: [toolCall] }),
        sampleMessage(`Noted: ${secret}`, {
          role: 'assistant',
          contentHash: 'h',
          metadata: { saved: secret },
        }),
        sampleMessage('Something else'),
      ],
      { idleSeconds: 1_800, every: 0 },
    );
    const { id } = await world.add(secret, {
      title: `Code: ${secret}`,
      evidence: evidence(1, 2, 3),
      sessionId: session,
    });
    const refined = sampleStatement('The door has a code', { evidence: evidence(1) });
    await world.apply([refined], [{ action: 'update', targetId: id, reason: `it said: ${secret}` }]);
    await world.add(secret, { namespace: 'devai/user', evidence: evidence(1) });
    await world.store.enqueueJob({
      kind: 'deduplicate',
      key: session,
      payload: { sessionId: session, candidates: [{ content: secret }, { content: 'Another statement' }] },
      delaySeconds: 3_600,
    });
    await world.store.updateSession(session, { name: `About: ${secret}` });
    return id;
  }
});
