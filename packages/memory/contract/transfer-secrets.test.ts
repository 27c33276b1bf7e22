import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentHash } from '../src/text/content-hash.ts';
import { indexWords } from '../src/text/words.ts';
import { createStore, type Store } from '../src/store/store.ts';
import type { StoredRow } from '../src/store/transfer.ts';
import { openMemories, type OpenMemories } from './open-memories.ts';
import { sampleMessage } from './sample-message.ts';
import { sampleStatement, sampleVector } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { transferOf } from './transfer-of.ts';

const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
const password = 'k7!Rw2-zebra';

const texts = (words: string[]): string =>
  `array[${words.map((word) => `'${word.replaceAll("'", "''")}'`).join()}]`;

describe.each(testDatabases())('secrets in a file that is imported into $name', (testDatabase) => {
  let opened: OpenMemories;
  let store: Store;
  beforeEach(async () => {
    opened = await openMemories(testDatabase);
    store = createStore(opened.database);
  });
  afterEach(() => opened.close());
  afterAll(() => testDatabase.dispose());

  const transfer = () => transferOf(store);
  const sessionId = randomUUID();
  const everything = [
    'devai_memories',
    'devai_memory_events',
    'devai_sessions',
    'devai_messages',
    'devai_jobs',
    'devai_recent_topics',
  ];

  /** An export with a secret in every text that a row may have, as a store without redaction would have written it. */
  async function leakyExport(): Promise<StoredRow[]> {
    const embedded = { vector: sampleVector(1), embeddingModel: 'offline' };
    const { id } = await opened.add(
      sampleStatement('the deploy token is TOKEN', {
        ...embedded,
        title: 'token TOKEN',
        metadata: { login: { password: 'PASSWORD' } },
        tags: ['TOKEN'],
        evidence: [{ sessionId, messages: [1], quote: 'it is TOKEN' }],
      }),
    );
    await store.updateMemory(id, { importance: 4 }, { kind: 'user', id: null }, 'said TOKEN');
    await opened.add(sampleStatement('clean', embedded));
    await store.openSession({ id: sessionId, project: 'p', agent: 'chapo', metadata: { key: 'TOKEN' } });
    const message = { ...sampleMessage('use TOKEN'), metadata: { password: 'PASSWORD' } };
    await store.appendMessages(sessionId, [message], { idleSeconds: 60, every: 0 });
    await opened.query(
      `update public.devai_sessions set summary = 'the token TOKEN', state = '{"t": "TOKEN"}'`,
    );
    await store.enqueueJob({ kind: 'deduplicate', key: 'k', payload: { text: 'TOKEN' }, delaySeconds: 0 });
    await store.touchTopic(
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
    const lines: StoredRow[] = [];
    for await (const line of transfer().export()) {
      const text = JSON.stringify(line).replaceAll('TOKEN', secret).replaceAll('PASSWORD', password);
      lines.push(JSON.parse(text));
    }
    await opened.query(
      `truncate ${[...everything, 'devai_memory_relations'].map((name) => `public.${name}`).join()} cascade`,
    );
    return lines;
  }

  it('are in no table afterwards, and hash, words and vector are those of the redacted text', async () => {
    const lines = await leakyExport();
    await transfer().import(lines);
    for (const table of everything) {
      const rows = await opened.query(`select to_jsonb(t)::text as row from public.${table} t`);
      expect(rows.length, table).toBeGreaterThan(0);
      for (const { row } of rows) {
        expect(row).not.toContain(secret);
        expect(row).not.toContain(password);
      }
    }
    const memories = await opened.query(
      `select to_jsonb(m) - 'sketch' as row, public.devai__untag_words(m.words) as words, embedding is null as waits
       from public.devai_memories m order by content`,
    );
    expect(memories).toHaveLength(2);
    for (const { row, words } of memories) {
      const { content, title, tags, content_hash: hash } = Object(row);
      expect(hash).toBe(contentHash(content));
      const [indexed] = await opened.query(
        `select tsvector_to_array(public.devai__word_vector(${texts(indexWords({ content, title, tags }))})) as words`,
      );
      expect(words).toEqual(indexed?.['words']);
    }
    expect(memories.map(({ waits }) => waits)).toEqual([false, true]);
    const [stored] = await store.listMessages(sessionId, { after: 0, limit: 5 });
    expect(stored).toMatchObject({ content: expect.stringMatching(/^use \[redacted:/) });
    expect(await store.countUnembedded('offline')).toBe(2);
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
});
