import { randomUUID } from 'node:crypto';
import { migrate, readSource } from '@devai/db';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contentHash } from '../text/content-hash.ts';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';
import { withoutForgotten } from '../marks/without-marked.ts';
import { indexWords } from '../text/index-words.ts';
import { createMemory, type Memory } from '../memory.ts';
import { pgliteDatabase } from '../store/drivers/pglite.ts';
import { wordsOf } from '../text/words.ts';

const project = 'taskforge';
const session = randomUUID();

let engine: PGlite;
let memory: Memory;

/** A store as it was before messages carried marks, with a conversation in it. */
beforeEach(async () => {
  engine = await PGlite.create({ extensions: { vector } });
  const source = await readSource();
  const migrations = source.migrations.filter(({ name }) => name < '0007');
  const connection = {
    execute: async (sql: string) => void (await engine.exec(sql)),
    query: async (sql: string, parameters: unknown[] = []) =>
      (await engine.query<Record<string, unknown>>(sql, parameters)).rows,
  };
  await migrate(connection, { source: { ...source, migrations, functions: [] } });
});
afterEach(() => memory?.close());

async function say(number: number, role: string, content: string): Promise<void> {
  await engine.query(
    `insert into public.devai_messages (session_id, number, id, project, role, type, content, tokens, content_hash, words, created_at)
     values ($1, $2, $3, $4, $5, 'text', $6, 9, $7, array_to_tsvector($8::text[]), now())`,
    [session, number, randomUUID(), project, role, content, contentHash(content), wordsOf(content)],
  );
}

/** The conversation as it was stored: nothing of it is extracted; then the store is brought to this version. */
async function storedBefore(
  messages: [string, string][],
  said: { content: string; evidence: unknown[]; sessionId: string | null },
): Promise<string> {
  await engine.query(
    `insert into public.devai_sessions (id, project, agent, message_count, idle_due_at, created_at, last_active_at)
     values ($1, $2, 'chapo', $3, now(), now(), now())`,
    [session, project, messages.length],
  );
  for (const [index, [role, content]] of messages.entries()) await say(index + 1, role, content);
  const id = randomUUID();
  const { content, evidence, sessionId } = said;
  await engine.query(
    `insert into public.devai_memories (id, content, content_hash, words, memory_type, category, namespace, priority, importance,
       source, evidence, last_accessed_at, trust, session_id, created_at, updated_at)
     values ($1, $2, $3, array_to_tsvector($4::text[]), 'semantic', 'other', 'devai/project/taskforge', 'highest', 9, 'user_stated', $5,
       now(), 'user', $6, now(), now())`,
    [
      id,
      content,
      contentHash(content),
      indexWords({ content, title: null, tags: [] }),
      JSON.stringify(evidence),
      sessionId,
    ],
  );
  await engine.query(
    `insert into public.devai_memory_events (memory_id, at, action, reason, actor_kind, after)
     values ($1, now(), 'added', 'the user said: remember this', 'session', $2)`,
    [id, JSON.stringify({ content })],
  );
  memory = await createMemory({
    database: await pgliteDatabase(engine),
    embeddings: createOfflineEmbedder(),
  });
  return id;
}

const evidence = [{ sessionId: session, messages: [1], quote: 'my locker code is 4711' }];
const content = 'my locker code is 4711';

it.each([
  ['with its session alone', { content, evidence: [], sessionId: session }],
  ['without anything that tells where', { content, evidence: [], sessionId: null }],
  ['in other words', { content: "The user's locker has the code 4711", evidence, sessionId: session }],
])('what was stored before messages carried marks does not come back: %s', async (_, said) => {
  const id = await storedBefore(
    [
      ['user', 'Remember this: my locker code is 4711.'],
      ['assistant', 'Noted: your locker code is 4711.'],
      ['user', 'I prefer tabs over spaces.'],
    ],
    said,
  );
  await memory.memories.forget(id);
  const messages = (await memory.sessions.messages(session)).map(withoutForgotten);
  expect(messages.map((message) => message.content).slice(0, 2)).toEqual(['[forgotten]', '[forgotten]']);
  await memory.sessions.end(session, { now: true });
  await memory.jobs.drain();
  const stored = (await memory.memories.list()).map((one) => one.content);
  expect(stored).toEqual([expect.stringContaining('tabs over spaces')]);
});
