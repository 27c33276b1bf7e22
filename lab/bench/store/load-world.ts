import type { EmbeddingModel } from '../../../packages/memory/src/ports.ts';
import type { BenchDatabase } from '../bench-database.ts';
import type { ProgressBar } from '../../../packages/memory/testing/progress-bar.ts';
import { memoriesOf, type SyntheticMemory, type World } from './synthetic-world.ts';

/** Memories per statement. */
const batchSize = 5_000;
export const benchEmbedder = 'bench';

/**
 * Of the memories, 1 in 10 is important, 3 in 100 are invalid, 1 in 100 has expired, 1 in 500 has faded, and 1 in
 * 5,000 is pinned. All were last used within the last 50 days, except the faded ones.
 */
const insertFrom = (source: string, vector: string) => `
  insert into public.devai_memories (id, content, embedding, embedding_model, content_hash, words, word_count, memory_type, category,
    namespace, priority, importance, source, evidence, last_accessed_at, pinned, trust, is_valid, invalidated_at, invalidated_reason,
    expires_at, created_at, updated_at)
  select r.id, r.content,
    ${vector}, $5, 'hash ' || r.number, public.devai__tag_words(r.scope, w.words), cardinality(w.words),
    (array['semantic', 'episodic', 'procedural'])[1 + r.number % 3], 'other', r.scope || '/notes', 'medium',
    case when r.number % 10 = 0 then 9 else 3 + r.number % 5 end, 'discovery',
    jsonb_build_array(jsonb_build_object('sessionId', r.id, 'messages', jsonb_build_array(r.number % 90), 'quote', left(r.content, 60))),
    now() - make_interval(days => case when r.number % 500 = 7 then 70 else r.number % 50 end),
    r.number % 5000 = 11, 'agent', r.number % 100 not between 1 and 3,
    case when r.number % 100 between 1 and 3 then now() end, case when r.number % 100 between 1 and 3 then 'superseded' end,
    case when r.number % 100 = 4 then now() - interval '1 day' end,
    now() - interval '80 days', now() - interval '80 days'
  from ${source}
  cross join lateral (select string_to_array(r.content, ' ') as words) w`;

const insertSums = insertFrom(
  `unnest($1::integer[], $2::uuid[], $3::text[], $4::text[], $6::integer[], $7::integer[], $8::integer[], $9::integer[],
     $10::integer[]) as r(number, id, content, scope, project, one, other, noise, more)
   join bench_parts project on project.number = r.project
   join bench_parts one on one.number = r.one
   join bench_parts other on other.number = r.other
   join bench_parts noise on noise.number = r.noise
   join bench_parts more on more.number = r.more`,
  `project.vector operator(extensions.+) one.vector operator(extensions.+) other.vector
     operator(extensions.+) noise.vector operator(extensions.+) more.vector`,
);
const insertEmbedded = insertFrom(
  'unnest($1::integer[], $2::uuid[], $3::text[], $4::text[], $6::text[]) as r(number, id, content, scope, vector)',
  'r.vector::extensions.vector::extensions.halfvec',
);

/** Fills an empty store. The vectors are the world's own, or those that an embedder computes from the texts. */
export async function loadWorld(
  store: BenchDatabase,
  world: World,
  bar: ProgressBar,
  embedder: EmbeddingModel | null = null,
): Promise<void> {
  if (embedder === null) await loadParts(store, world);
  await fillTable(store, 'devai_memories', bar, () => loadMemories(store, world, bar, embedder));
  await store.query('drop table if exists bench_parts');
  await store.query('checkpoint');
}

/** Fills an empty table of the schema `public`. Indexes are created after the rows, which is many times faster. */
export async function fillTable(
  store: BenchDatabase,
  table: string,
  bar: ProgressBar,
  fill: () => Promise<unknown>,
): Promise<void> {
  const indexes = await store.query(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as create from pg_index i
     where i.indrelid = format('public.%I', $1::text)::regclass
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  );
  for (const { name } of indexes) await store.query(`drop index ${String(name)}`);
  await fill();
  for (const [done, index] of indexes.entries()) {
    bar.show('indexes', done, indexes.length);
    await store.query(String(index['create']));
  }
  await store.query(`vacuum analyze public.${table}`);
}

async function loadParts(store: BenchDatabase, world: World): Promise<void> {
  await store.query(
    'create table bench_parts (number integer primary key, vector extensions.halfvec(512) not null)',
  );
  const texts = world.parts.map((part) => `[${Array.from(part, (value) => value.toFixed(5)).join()}]`);
  await store.query(
    `insert into bench_parts
     select p.number - 1, p.vector::extensions.halfvec from unnest($1::text[]) with ordinality as p(vector, number)`,
    [texts],
  );
  await store.query('analyze bench_parts');
}

async function loadMemories(
  store: BenchDatabase,
  world: World,
  bar: ProgressBar,
  embedder: EmbeddingModel | null,
): Promise<void> {
  let batch: SyntheticMemory[] = [];
  let done = 0;
  const flush = async () => {
    await store.query(embedder === null ? insertSums : insertEmbedded, [
      batch.map(({ number }) => number),
      batch.map(({ id }) => id),
      batch.map(({ content }) => content),
      batch.map(({ scope }) => scope.scope),
      embedder?.id ?? benchEmbedder,
      ...(embedder === null
        ? [0, 1, 2, 3, 4].map((place) => batch.map(({ parts }) => parts[place]))
        : [await vectorTexts(embedder, batch)]),
    ]);
    done += batch.length;
    bar.show('memories', done, world.total);
    batch = [];
  };
  for (const memory of memoriesOf(world)) {
    batch.push(memory);
    if (batch.length === batchSize) await flush();
  }
  await flush();
}

async function vectorTexts(embedder: EmbeddingModel, batch: SyntheticMemory[]): Promise<string[]> {
  const { vectors } = await embedder.embed(batch.map(({ content }) => content));
  return vectors.map((vector) => `[${vector.map((value) => value.toFixed(4)).join()}]`);
}
