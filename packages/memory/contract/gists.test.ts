import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createOfflineEmbedder } from '../src/embeddings/offline-embedder.ts';
import type { Memory } from '../src/memory.ts';
import type { ChatModel, EmbeddingModel } from '../src/ports.ts';
import { scriptedChatModel } from '../testing/scripted-chat-model.ts';
import { testDatabases } from './test-database.ts';
import { openWorld, project, start, user } from '../testing/open-world.ts';
import { message } from '../testing/message.ts';
import { intercepted } from '../testing/intercepted.ts';

const told = 'Please mend the redirect after the login, users land on a blank page';
const asked = 'Does the redirect after the login still fail?';

describe.each(testDatabases())('what sessions were about, on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  let memory: Memory;
  let time: Date;
  beforeEach(async () => {
    time = start;
    memory = await open();
  });

  it('comes without a model from the first request and the files, in the transaction that moves the watermark', async () => {
    const call = { id: 'c', name: 'read_file', arguments: '{"path":"src/login.ts"}' };
    const id = await say([
      told,
      message('', { role: 'assistant', type: 'tool_call', toolCalls: [call] }),
      message('export', { role: 'tool', type: 'tool_result', toolCallId: 'c', metadata: { ok: true } }),
    ]);
    expect(await memory.sessions.get(id)).toMatchObject({
      name: 'Please mend the redirect after the login, users land on a …',
      gist: `${told}\n– src/login.ts`,
      extractedThrough: 3,
    });
  });

  it('comes from the model, which continues its previous gist', async () => {
    const answers = [
      { memories: [], session: { name: 'Login', summary: 'The redirect was looked at.' } },
      { memories: [], session: { name: 'Login redirect', summary: 'The redirect was mended.' } },
      { memories: [], session: null },
    ];
    const small = scriptedChatModel(answers);
    const by = await open({ small });
    const id = await say([told], { by });
    await say(['Now it works, thank you very much indeed for the help'], { id, by });
    const prompts = small.requests.map(({ messages }) => messages.at(-1)?.content);
    expect(prompts[0]).not.toContain('so far');
    expect(prompts[1]).toContain(
      '# The session so far\n\n{"name":"Login","summary":"The redirect was looked at."}',
    );
    const expected = { name: 'Login redirect', gist: 'The redirect was mended.' };
    expect(await memory.sessions.get(id)).toMatchObject(expected);
    await say(['Good morning, how are you doing on this fine day?'], { id, by });
    expect(await memory.sessions.get(id)).toMatchObject({ ...expected, extractedThrough: 3 });
  });

  it.each(['no object', { name: 'x' }, undefined])(
    'comes from the rules when the model answers %j, which costs no memory',
    async (session) => {
      const memories = [{ content: 'The login redirects to /home', evidence: [1] }];
      const id = await say([told], { by: await open({ small: scriptedChatModel([{ memories, session }]) }) });
      expect(await memory.memories.list({ project })).toHaveLength(1);
      expect(await memory.sessions.get(id)).toMatchObject({ gist: told });
    },
  );

  it('never replaces a name that a person gave', async () => {
    const id = await say([told]);
    expect(await memory.sessions.get(id)).toMatchObject({ name: expect.stringContaining('Please mend') });
    await memory.sessions.update(id, { name: 'Ours' });
    const answer = { memories: [], session: { name: 'Theirs', summary: 'It was mended.' } };
    await say([`${told} again`], { id, by: await open({ small: scriptedChatModel([answer]) }) });
    expect(await memory.sessions.get(id)).toMatchObject({ name: 'Ours', gist: 'It was mended.' });
  });

  it('brings related sessions of the project before the most recent ones, and never the session itself', async () => {
    await say([told]);
    const topics = ['the colours of the sidebar', 'a parser for invoices', 'the backup at night', 'icons'];
    for (const topic of topics) await say([`We need to look at ${topic} next`]);
    const own = await say([asked]);
    await world.embedded();
    expect(await related(asked, { sessionId: own })).toEqual([
      'Please mend the redirect after the login, users land on a … (related)',
      'We need to look at icons next (recent)',
      'We need to look at the backup at night next (recent)',
    ]);
    expect(await memory.sessions.related({ text: '', project, sessionId: own, limit: 1 })).toMatchObject([
      { session: { gist: 'We need to look at icons next' }, reason: 'recent' },
    ]);
  });

  it('is found by words alone while the embedder fails', async () => {
    await say([told]);
    for (const topic of ['colours', 'invoices', 'icons']) await say([`We need to look at ${topic} next`]);
    const embeddings: EmbeddingModel = {
      ...createOfflineEmbedder(),
      embed: () => Promise.reject(new Error('away')),
    };
    const broken = await open({ embeddings });
    const [first] = await broken.sessions.related({ text: asked, project, sessionId: null });
    expect(first).toMatchObject({ session: { gist: told }, similarity: null, reason: 'related' });
  });

  it('needs no second embedding when the vector is given, and one call of the store', async () => {
    await say([told]);
    await world.embedded();
    let embedded = 0;
    const calls: string[] = [];
    const offline = createOfflineEmbedder();
    const counting = await world.openMemory({
      database: intercepted(world.lend(), (name) => calls.push(name)),
      embeddings: { ...offline, embed: (...args) => ((embedded += 1), offline.embed(...args)) },
    });
    const recall = await counting.recall({ text: asked, project, topics: [], preview: true });
    const before = embedded;
    calls.length = 0;
    const [first] = await counting.sessions.related({
      text: asked,
      project,
      sessionId: null,
      embedded: recall.embedded,
    });
    expect(first?.similarity).toBeGreaterThan(0.3);
    expect(embedded).toBe(before);
    expect(calls.filter((name) => name !== 'list_unembedded')).toEqual(['match_sessions']);
  });

  it('is never shown for a session of another project, without a project, or without an extraction', async () => {
    await say([told]);
    await say([told], { of: 'task' });
    await say([told], { of: null });
    const session = { id: randomUUID(), project, agent: 'chapo' };
    await memory.sessions.open(session);
    await world.embedded();
    const ids = async (of: string | null) =>
      (await memory.sessions.related({ text: told, project: of, sessionId: null, limit: 50 })).map(
        ({ session: { id } }) => id,
      );
    const listed = await memory.sessions.list();
    const idsOf = (of: string | null) =>
      listed.filter(({ project: its, messageCount }) => its === of && messageCount > 0).map(({ id }) => id);
    expect(await ids('TaskForge')).toEqual(idsOf(project));
    expect(await ids('task')).toEqual(idsOf('task'));
    expect(await ids(null)).toEqual(idsOf(null));
    await expect(ids(' ')).rejects.toMatchObject({ code: 'invalid_input' });
    const [last] = await memory.sessions.related({ text: '', project, sessionId: null, limit: 1 });
    expect(last?.session.id).toBe(idsOf(project)[0]);
    // the words of this one stand behind the same tag (devai__scope_tag)
    for (const hostile of ['p300175', 'task_', 'task%', 'tas', 'taskforge/x', "' or true --"]) {
      expect(await ids(hostile)).toEqual([]);
    }
  });

  it('is erased with a memory that came from the session, and so is its vector', async () => {
    const answer = {
      memories: [{ content: 'The staging database listens on 6543', evidence: [1] }],
      session: {
        name: 'The staging database',
        summary: 'The login was mended. The staging database listens on port 6543.',
      },
    };
    const by = await open({ small: scriptedChatModel([answer]) });
    const id = await say(['The staging database listens on 6543, and the login is broken'], { by });
    await world.embedded();
    const vectorOf = async () =>
      (await world.query('select embedding::text as vector from public.devai_gists'))[0]?.['vector'];
    const before = await vectorOf();
    const [known] = await memory.memories.list({ project });
    await memory.memories.forget(known?.id ?? '');
    expect(await memory.sessions.get(id)).toMatchObject({ name: null, gist: 'The login was mended.' });
    const [row] = await world.query('select words::text as words from public.devai_gists');
    expect(row?.['words']).not.toContain('6543');
    // null, or that of the new text if the embedding in the background was quicker
    expect(await vectorOf()).not.toBe(before);
  });

  it('is erased with a memory that was merely recalled in the session', async () => {
    const { memory: known } = await memory.remember({ content: 'The office is in room B12', project });
    const id = await say([
      'How do I find the office B12 in the building?',
      message('You have it.', { role: 'assistant', metadata: { recalled: [known.id] } }),
    ]);
    expect(await memory.sessions.get(id)).toMatchObject({ gist: expect.stringContaining('B12') });
    await world.query(
      `insert into public.devai_context_parts (session_id, hash, content, mentions, used_at)
       values ($1, 'h', '"The office B12 was found"', $2, now())`,
      [id, [`gist/${id}`]],
    );
    await memory.memories.forget(known.id);
    expect(await memory.sessions.get(id)).toMatchObject({ name: null, gist: null });
    expect(await world.query('select content from public.devai_context_parts')).toEqual([{ content: null }]);
    expect(await related('How do I find the office?')).toEqual([]);
    expect(await world.query('select * from public.devai_gists')).toEqual([]);
  });

  it('is not stored by a worker if what it continued was forgotten meanwhile', async () => {
    const id = await say([told]);
    const store = world.store;
    await world.query(`update public.devai_sessions set extracted_through = 0`);
    const job = await store.enqueueJob({ kind: 'extract', key: id, payload: {}, delaySeconds: -1e6 });
    await store.claimJob('w', 60, 8);
    const gist = { before: 'another', name: null, text: 'It tells of what was forgotten', words: [] };
    const applying = (before: string) =>
      store.applyDecisions({
        jobId: job.id,
        worker: 'w',
        candidates: [],
        decisions: [],
        watermark: { sessionId: id, from: 0, through: 1 },
        gist: { ...gist, before },
        result: {},
      });
    await expect(applying('another')).rejects.toMatchObject({ code: 'conflict' });
    expect(await memory.sessions.get(id)).toMatchObject({ gist: told, extractedThrough: 0 });
    await applying(told);
    expect(await memory.sessions.get(id)).toMatchObject({ gist: gist.text, extractedThrough: 1 });
  });

  it('does not wait in a job once something was forgotten', async () => {
    const store = world.store;
    const { memory: known } = await memory.remember({ content: 'The office is in room B12', project });
    await memory.jobs.drain();
    const gist = { name: null, text: 'She went to B12' };
    await store.enqueueJob({
      kind: 'extract',
      key: randomUUID(),
      payload: { gist, other: 1 },
      delaySeconds: 60,
    });
    await store.forgetMemory(known.id, user, { messages: false });
    expect(await store.listJobs({ status: 'waiting', limit: 10 })).toMatchObject([{ payload: { other: 1 } }]);
    expect(JSON.stringify(await store.listJobs({ status: null, limit: 10 }))).not.toContain('B12');
  });

  it('gets a vector of the new embedder along with all others', async () => {
    await say([told]);
    await world.embedded();
    const offline = createOfflineEmbedder();
    const moved = await open({ embeddings: { ...offline, id: 'another' } });
    await moved.reembed();
    const [row] = await world.query('select embedding_model as model from public.devai_gists');
    expect(row?.['model']).toBe('another');
    const [first] = await moved.sessions.related({ text: asked, project, sessionId: null });
    expect(first?.similarity).toBeGreaterThan(0.3);
  });

  it('is scrubbed of secrets that older rules left in it', async () => {
    const id = await say([told]);
    // made up, and put together here so that no scanner takes it for a leaked one
    const token = ['ghp', 'x7Kq2mZp9RtV4wYb6NcD8fGh1JkL3sAe5UiO'].join('_');
    await world.embedded();
    await world.query(`update public.devai_sessions set name = $1, gist = $1`, [`Uses ${token}`]);
    expect(await memory.scrub()).toMatchObject({ rows: { session: { redacted: 1 } } });
    const session = await memory.sessions.get(id);
    expect(session?.gist).toMatch(/^Uses \[redacted:/);
    expect(session?.name).toBe(session?.gist);
    const [row] = await world.query('select words::text as words from public.devai_gists');
    expect(row?.['words']).toContain('redacted');
  });

  function open({
    small = null,
    embeddings = createOfflineEmbedder(),
  }: { small?: ChatModel | null; embeddings?: EmbeddingModel } = {}) {
    return world.openMemory({ embeddings, models: { small } });
  }

  /** A session, a minute after the one before, whose jobs are done. */
  async function say(...[contents, session = {}]: Parameters<typeof world.say>): Promise<string> {
    await world.setNow((time = new Date(time.getTime() + 60_000)));
    const by = session.by ?? memory;
    const id = await world.say(contents, { ...session, by });
    await world.end(id, by);
    return id;
  }

  async function related(text: string, more: { project?: string | null; sessionId?: string } = {}) {
    return (await memory.sessions.related({ text, project, sessionId: null, ...more })).map(
      ({ session, reason }) => `${session.name} (${reason})`,
    );
  }
});
