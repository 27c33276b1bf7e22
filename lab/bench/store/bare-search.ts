import { z } from 'zod';
import type { BenchDatabase } from '../bench-database.ts';
import type { Question } from './synthetic-world.ts';

/** A handwritten vector search. `sketch`: the nearest by Hamming distance, then exactly. */
export type BareForm = { name: string; pool: number | null };
export const bareForms: BareForm[] = [
  { name: 'exact', pool: null },
  { name: 'sketch 400', pool: 400 },
  { name: 'sketch 1000', pool: 1_000 },
  { name: 'sketch 4000', pool: 4_000 },
];

export const wanted = 15;
const found = z.array(z.object({ id: z.string(), similarity: z.number().nullable() }));
export type Found = z.output<typeof found>[number];

const live = 'm.is_valid and m.fades_at > now() and (m.expires_at is null or m.expires_at > now())';
/** All columns of a memory, except derived ones. */
const shown = [
  'id',
  'content',
  'title',
  'embedding_model',
  'content_hash',
  'memory_type',
  'category',
  'namespace',
  'priority',
  'importance',
  'source',
  'tags',
  'metadata',
  'evidence',
  'strength',
  'access_count',
  'last_accessed_at',
  'pinned',
  'trust',
  'session_id',
  'is_valid',
  'invalidated_at',
  'invalidated_reason',
  'superseded_by',
  'expires_at',
  'created_at',
  'updated_at',
]
  .map((column) => `m.${column}`)
  .join(', ');
const similarity =
  '1 - (m.embedding operator(extensions.<=>) $1::extensions.vector::extensions.halfvec) as similarity';
/** The number of memories with a word after which it is looked up no further. */
const mostHolders = 6_000;

/**
 * Finds the nearest memories alone: one statement, written for this question and this table, with the columns that
 * the library's call returns.
 */
export async function searchVector(
  store: BenchDatabase,
  form: BareForm,
  { vector, scopes }: Question,
  { embedder, threshold }: { embedder: string; threshold: number },
): Promise<Found[]> {
  const rows = await store.query(vectorStatement(form), [
    JSON.stringify(vector),
    scopes,
    threshold,
    embedder,
  ]);
  return found.parse(rows);
}

type ByHand = { embedder: string; threshold: number; queries: string[]; total: number };

/**
 * Finds the nearest and, in addition, the best by BM25 over the question's words. The number of memories with a word
 * is counted during the lookup, up to 6,000 per word.
 */
export async function searchBoth(
  store: BenchDatabase,
  form: BareForm,
  { vector, scopes }: Question,
  { embedder, threshold, queries, total }: ByHand,
): Promise<Found[]> {
  const rows = await store.query(
    `with ${nearestAndWorded(form)}
     select * from nearest union all select * from worded where id not in (select id from nearest)`,
    [JSON.stringify(vector), scopes, threshold, embedder, queries, total],
  );
  return found.parse(rows);
}

/**
 * Finds everything that a recall has to consider: the results of `searchBoth`, the nearest important memories above
 * the noise floor, and the pinned ones.
 */
export async function searchAllLegs(
  store: BenchDatabase,
  form: BareForm,
  { vector, scopes }: Question,
  { embedder, threshold, queries, total, noiseFloor }: ByHand & { noiseFloor: number },
): Promise<Found[]> {
  const rows = await store.query(
    `with ${nearestAndWorded(form)}, important as materialized (
       ${vectorStatement(form, { threshold: '$7', condition: 'importance >= 8' })}
     ), pinned as (
       select ${shown}, ${similarity} from public.devai_memories m
       where m.scope = any($2::text[]) and ${live} and m.pinned limit 150
     )
     select distinct on (id) * from (select * from nearest union all select * from worded
       union all select * from important union all select * from pinned) legs`,
    [JSON.stringify(vector), scopes, threshold, embedder, queries, total, noiseFloor],
  );
  return found.parse(rows);
}

/** Finds what a search has to find: the nearest of all live memories of the scopes, compared one by one. */
export async function nearestExactly(
  store: BenchDatabase,
  question: Question,
  { embedder, threshold }: { embedder: string; threshold: number },
): Promise<Found[]> {
  return searchVector(store, { name: 'exact', pool: null }, question, { embedder, threshold });
}

/** Uses $1 to $6: vector, scopes, threshold, embedder, the queries of the words, and the number of memories. */
function nearestAndWorded(form: BareForm): string {
  return `nearest as materialized (${vectorStatement(form)}), word as materialized (
       select q.query::tsquery as query, held.ids
       from unnest($5::text[]) as q(query)
       cross join lateral (select array(
         select m.id from public.devai_memories m
         where m.words @@ q.query::tsquery and m.is_valid limit ${mostHolders}) as ids) held
     ), holder as materialized (
       select h.id, sum(ln(1 + ($6::double precision - cardinality(w.ids) + 0.5) / (cardinality(w.ids) + 0.5))) as weight
       from word w cross join lateral unnest(w.ids) as h(id)
       group by 1 order by 2 desc limit 100
     ), worded as materialized (
       select ${shown}, ${similarity}
       from holder h join public.devai_memories m on m.id = h.id
       where m.scope = any($2::text[]) and ${live} and m.embedding_model = $4::text
       order by h.weight / (1 + 1.2 * (0.7 + 0.3 * m.word_count / 12.0)) desc limit ${wanted}
     )`;
}

function vectorStatement(
  { pool }: BareForm,
  { threshold, condition }: { threshold: string; condition: string } = {
    threshold: '$3',
    condition: 'true',
  },
): string {
  const candidates =
    pool === null
      ? `and ${condition}`
      : `and m.id = any(array(
           select n.id from public.devai_memories n
           where n.scope = any($2::text[]) and n.is_valid and n.sketch is not null and ${condition}
           order by n.sketch operator(extensions.<~>) (extensions.binary_quantize($1::extensions.vector)::bit(512)) limit ${pool}))`;
  return `select * from (
      select ${shown}, ${similarity}
      from public.devai_memories m
      where m.scope = any($2::text[]) and m.embedding_model = $4::text and ${live} ${candidates}
      offset 0) measured
    where measured.similarity >= ${threshold}::double precision
    order by measured.similarity desc limit ${wanted}`;
}

/** Returns a question's words as they are looked up: each prefixed with the tags of the scopes. */
export async function wordQueries(store: BenchDatabase, { scopes, words }: Question): Promise<string[]> {
  const rows = await store.query(
    `select string_agg(format('''%s%s''', public.devai__scope_tag(s.scope), w.word), ' | ') as query
     from unnest($1::text[]) as w(word) cross join unnest($2::text[]) as s(scope) group by w.word`,
    [words, scopes],
  );
  return rows.map((row) => String(row['query']));
}
