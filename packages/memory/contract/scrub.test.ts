import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { contentHash } from '../src/text/content-hash.ts';
import type { Memory } from '../src/memory.ts';
import { wordsOf } from '../src/text/words.ts';
import { sampleMessage } from './sample-message.ts';
import { sampleStatement, sampleVector } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { openWorld, user } from '../testing/open-world.ts';
import { intercepted } from '../testing/intercepted.ts';

// made up, and put together here so that no scanner takes them for leaked ones
const token = ['ghp', 'x7Kq2mZp9RtV4wYb6NcD8fGh1JkL3sAe5UiO'].join('_');
const password = 'Tr0ub4dor-and-3-horses';
const url = `postgres://admin:${password}@db.example.org/app`;

describe.each(testDatabases())('secrets that are already stored, on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  let memory: Memory;
  const sessionId = randomUUID();
  beforeEach(async () => {
    const calls: string[] = [];
    memory = await world.openMemory({ database: intercepted(world.lend(), (name) => calls.push(name)) });
    // what an earlier process left without a vector gets one in the background
    await expect.poll(() => calls).toContain('list_unembedded');
  });

  it('are redacted wherever they are, and counted', async () => {
    const { leaked, harmless } = await leak();
    const seen: number[] = [];
    const report = await memory.scrub({ onProgress: ({ done, total }) => seen.push(done / total) });
    const text = await world.everyRow();
    for (const secret of [token, token.toLowerCase(), password]) expect(text).not.toContain(secret);
    expect(report).toMatchObject({
      dryRun: false,
      left: 0,
      rows: {
        memory: { read: 2, redacted: 1 },
        event: { read: 3, redacted: 2 },
        message: { read: 3, redacted: 2 },
        session: { read: 1, redacted: 1 },
        document: { read: 1, redacted: 1 },
        chunk: { read: 1, redacted: 1 },
        job: { read: 3, redacted: 1 },
        context: { read: 1, redacted: 1 },
      },
    });
    const found = Object.values(report.kinds).reduce((sum, count) => sum + count, 0);
    expect(found).toBeGreaterThanOrEqual(12);
    expect(seen.at(-1)).toBe(1);

    const scrubbed = await world.get(leaked.id);
    expect(scrubbed.content).toMatch(
      /^The staging database is postgres:\/\/.*\[redacted:.*@db\.example\.org/,
    );
    expect(scrubbed).toMatchObject({
      contentHash: contentHash(scrubbed.content),
      embeddingModel: null,
      isValid: true,
    });
    expect(await world.get(harmless.id)).toEqual(harmless);
    expect(await world.actions(harmless.id)).toEqual(['added']);
    const events = await world.store.listMemoryEvents(leaked.id);
    expect(events.at(-1)).toMatchObject({
      action: 'updated',
      reason: 'secrets in it were redacted',
      before: null,
    });
    const session = await world.store.getSession(sessionId);
    expect(session).toMatchObject({ summaryHash: contentHash(session?.summary ?? ''), name: 'Deploying' });
    const [first, , third] = await world.store.listMessages(sessionId, { after: 0, limit: 10 });
    expect(first?.contentHash).toBe(contentHash(first?.content ?? ''));
    expect(third?.content).toBe('nothing to hide');
  });

  it('leave nothing for a second run, which writes nothing; missing vectors are added', async () => {
    const { leaked } = await leak();
    await memory.scrub();
    const once = await world.everyRow();
    const again = await memory.scrub();
    expect(await world.everyRow()).toBe(once);
    expect(again.kinds).toEqual({});
    expect(Object.values(again.rows).every(({ redacted }) => redacted === 0)).toBe(true);
    await memory.jobs.drain();
    expect((await world.get(leaked.id)).embeddingModel).toBe(memory.store.embedder);
  });

  it('are only counted in a dry run', async () => {
    await leak();
    const before = await world.everyRow();
    const dry = await memory.scrub({ dryRun: true });
    expect(await world.everyRow()).toBe(before);
    expect(await memory.scrub()).toEqual({ ...dry, dryRun: false });
  });

  it('leave one of two memories that are the same without them', async () => {
    const first = await world.add(statement(`The database is ${url}`));
    const second = await world.add(statement(`The database is ${url.replace(password, `${password}-2`)}`));
    await memory.scrub();
    const valid = await world.query('select id from public.devai_memories where is_valid');
    expect(valid).toHaveLength(1);
    const merged = [first, second].find(({ id }) => id !== valid[0]?.['id'])?.id ?? '';
    expect(await world.get(merged)).toMatchObject({ isValid: false, supersededBy: valid[0]?.['id'] });
    expect((await world.actions(merged)).at(-1)).toBe('merged');
  });

  it('stay in a row that changes during the run, and are found by the next run', async () => {
    const { leaked } = await leak();
    const racing = await world.openMemory({
      database: intercepted(world.lend(), async (name, args) => {
        if (name === 'replace_texts' && Object(args).kind === 'memory') {
          await world.store.updateMemory(leaked.id, { metadata: { password, seen: true } }, user, 'r');
        }
      }),
    });
    const { left, rows } = await racing.scrub();
    // a worker may hold a job with the secret at that moment, too
    expect(left).toBeGreaterThan(0);
    expect(rows.memory).toMatchObject({ redacted: 0 });
    expect((await world.get(leaked.id)).metadata).toEqual({ password, seen: true });
    expect(await memory.scrub()).toMatchObject({ left: 0, rows: { memory: { redacted: 1 } } });
    expect(await world.everyRow()).not.toContain(password);
  });

  it('are all found by a run that was stopped and started again', async () => {
    await leak();
    const stop = new AbortController();
    const stopped = memory.scrub({
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    });
    await expect(stopped).rejects.toThrow('enough');
    expect(await world.everyRow()).toContain(token);
    await memory.scrub();
    expect(await world.everyRow()).not.toContain(token);
  });

  function statement(content: string, fields: Parameters<typeof sampleStatement>[1] = {}) {
    return sampleStatement(content, {
      contentHash: contentHash(content),
      words: wordsOf(content),
      vector: sampleVector(1),
      embeddingModel: memory.store.embedder,
      ...fields,
    });
  }

  /** As an older version, which knew no rules, would have left it. */
  async function leak() {
    await world.store.openSession({ id: sessionId, project: 'p', agent: 'chapo', metadata: {} });
    const call = { id: 'c1', name: 'run', arguments: JSON.stringify({ command: `curl -u me ${url}` }) };
    await world.store.appendMessages(
      sessionId,
      [
        sampleMessage(`the token is ${token}`, { words: ['token', token.toLowerCase()] }),
        sampleMessage('', { role: 'assistant', type: 'tool_call', toolCalls: [call] }),
        sampleMessage('nothing to hide'),
      ],
      { idleSeconds: 60, every: 0 },
    );
    await world.store.updateSession(sessionId, { name: 'Deploying', state: { deploy: { password } } });
    await world.query(`update public.devai_sessions set summary = $1, summary_hash = 'old'`, [`Uses ${url}`]);
    const leaked = await world.add(
      statement(`The staging database is ${url}`, {
        title: `at ${url}`,
        metadata: { password },
        tags: ['staging'],
        evidence: [{ sessionId, messages: [1], quote: `it is ${url}` }],
      }),
    );
    await world.store.updateMemory(leaked.id, { importance: 9 }, user, `see ${url}`);
    const harmless = await world.add(statement('The gateway is written in Go'));
    await world.query(
      `insert into public.devai_context_parts (session_id, hash, content, used_at) values ($1, 'a', $2, now())`,
      [sessionId, JSON.stringify({ items: [{ text: `password: ${password}`, tokens: 5 }] })],
    );
    const document = await world.store.beginDocument({
      project: 'p',
      path: `notes of ${token}.md`,
      title: 'Notes',
      kind: 'text',
      bytes: 9,
      chunks: 1,
      mostChunks: 9,
    });
    await world.store.putChunks(document.id, document.version, [
      {
        number: 1,
        headings: ['Access', `at ${url}`],
        content: `the token is ${token}`,
        contentHash: 'old',
        firstLine: 1,
        lastLine: 1,
        tokens: 9,
        words: ['token', token.toLowerCase()],
      },
    ]);
    await world.store.enqueueJob({
      kind: 'deduplicate',
      key: randomUUID(),
      payload: { sessionId, candidates: [{ content: `use ${token}` }] },
      delaySeconds: 1e6,
    });
    return { leaked, harmless };
  }
});
