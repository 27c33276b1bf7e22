import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentHash } from '../src/text/content-hash.ts';
import { indexWords } from '../src/text/words.ts';
import type { StoredRow } from '../src/store/transfer.ts';
import { sampleMessage } from './sample-message.ts';
import { sampleVector } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { transferOf } from './transfer-of.ts';
import { openWorld, user } from '../testing/open-world.ts';
import { linesOf } from '../testing/lines-of.ts';

const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
const password = 'k7!Rw2-zebra';

describe.each(testDatabases())('secrets in a file that is imported into $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  const sessionId = randomUUID();

  it('are in no table afterwards, and hash, words and vector are those of the redacted text', async () => {
    const lines = await leakyExport();
    await transfer().import(lines);
    for (const table of everything) {
      const rows = await world.query(`select to_jsonb(t)::text as row from public.${table} t`);
      expect(rows.length, table).toBeGreaterThan(0);
      for (const { row } of rows) {
        expect(row).not.toContain(secret);
        expect(row).not.toContain(password);
      }
    }
    const memories = await world.query(
      `select to_jsonb(m) - 'sketch' as row, public.devai__untag_words(m.words) as words, embedding is null as waits
       from public.devai_memories m order by content`,
    );
    expect(memories).toHaveLength(2);
    for (const { row, words } of memories) {
      const { content, title, tags, content_hash: hash } = Object(row);
      expect(hash).toBe(contentHash(content));
      const [indexed] = await world.query(
        `select tsvector_to_array(public.devai__word_vector(${texts(indexWords({ content, title, tags }))})) as words`,
      );
      expect(words).toEqual(indexed?.['words']);
    }
    expect(memories.map(({ waits }) => waits)).toEqual([false, true]);
    const [stored] = await world.store.listMessages(sessionId, { after: 0, limit: 5 });
    expect(stored).toMatchObject({ content: expect.stringMatching(/^use \[redacted:/) });
    expect(await world.store.countUnembedded('offline')).toBe(2);
    const again = await transfer().import(lines);
    expect(again.memory).toEqual({ added: 0, known: 2 });
  });

  it('do not hide the line number in the error for an unreadable row', async () => {
    const [header = {}] = await leakyExport();
    const row = {
      content: `use ${secret}`,
      tool_calls: 'none',
      role: 'user',
      type: 'text',
      tool_call_id: null,
    };
    await expect(transfer().import([header, { kind: 'message', row }])).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/line 2 \(message\): tool_calls/),
    });
  });

  function transfer() {
    return transferOf(world.store);
  }

  /** An export with a secret in every text that a row may have, as a store without redaction would have written it. */
  async function leakyExport(): Promise<StoredRow[]> {
    const embedded = { vector: sampleVector(1), embeddingModel: 'offline' };
    const { id } = await world.add('the deploy token is TOKEN', {
      ...embedded,
      title: 'token TOKEN',
      metadata: { login: { password: 'PASSWORD' } },
      tags: ['TOKEN'],
      evidence: [{ sessionId, messages: [1], quote: 'it is TOKEN' }],
    });
    await world.store.updateMemory(id, { importance: 4 }, user, 'said TOKEN');
    await world.add('clean', embedded);
    await world.store.openSession({
      id: sessionId,
      project: 'p',
      agent: 'chapo',
      metadata: { key: 'TOKEN' },
    });
    const message = { ...sampleMessage('use TOKEN'), metadata: { password: 'PASSWORD' } };
    await world.store.appendMessages(sessionId, [message], { idleSeconds: 60, every: 0 });
    await world.query(
      `update public.devai_sessions set summary = 'the token TOKEN', state = '{"t": "TOKEN"}'`,
    );
    await world.store.enqueueJob({
      kind: 'deduplicate',
      key: 'k',
      payload: { text: 'TOKEN' },
      delaySeconds: 0,
    });
    await world.store.touchTopic(
      {
        project: 'p',
        topic: 'topic TOKEN',
        parentTopic: null,
        filePaths: ['TOKEN.ts'],
        directories: [],
        sessionId,
      },
      { maximumPaths: 20, limit: 100 },
    );
    const lines = await linesOf(transfer().export());
    await world.query(
      `truncate ${[...everything, 'devai_memory_relations'].map((name) => `public.${name}`).join()} cascade`,
    );
    return JSON.parse(JSON.stringify(lines).replaceAll('TOKEN', secret).replaceAll('PASSWORD', password));
  }

  const everything = [
    'devai_memories',
    'devai_memory_events',
    'devai_sessions',
    'devai_messages',
    'devai_jobs',
    'devai_recent_topics',
  ];
});

function texts(words: string[]): string {
  return `array[${words.map((word) => `'${word.replaceAll("'", "''")}'`).join()}]`;
}
