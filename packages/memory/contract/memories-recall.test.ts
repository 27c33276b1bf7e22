import { beforeAll, describe, expect, it } from 'vitest';
import type { MatchQuery } from '../src/store/matching.ts';
import { testDatabases } from './test-database.ts';
import { openWorld, start } from '../testing/open-world.ts';

const big = 'devai/project/big';
const small = 'devai/project/small';
const model = 'test-model';

/** The same 40,000 pseudo-random figures on every machine, -0.5 to 0.5, as an array literal. */
const noise = `{${pseudoRandom(40_000).join()}}`;

/** Above 2,000 memories a search no longer looks at each one; these tests hold it against one that does. */
describe.each(testDatabases())('recall in a large scope on $name', (testDatabase) => {
  const world = openWorld(testDatabase, { once: true });
  beforeAll(async () => {
    await world.query(fill(big, 1, 3_000), [noise]);
    await world.query(fill(small, 3_001, 3_050), [noise]);
  }, 120_000);

  it('finds the 15 nearest in at least 98 of 100 cases, and 9 of 10 in the worst', async () => {
    const recalls: number[] = [];
    for (let number = 4_001; number <= 4_020; number += 1) {
      const vector = await questionVector(number);
      const nearest = await nearestIds(vector);
      expect(nearest.length).toBeGreaterThan(0);
      recalls.push(share(nearest, await ids({ vector })));
    }
    expect(recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length).toBeGreaterThanOrEqual(0.98);
    expect(Math.min(...recalls)).toBeGreaterThanOrEqual(0.9);
  });

  it('finds the 15 nearest to a question that is unrelated to all of them, without a threshold', async () => {
    const recalls: number[] = [];
    for (let number = 1; number <= 10; number += 1) {
      const vector = foreignVector(number);
      const rows = await world.query(
        `select id::text from public.devai_memories where scope = $2 and is_valid
         order by embedding operator(extensions.<=>) $1::extensions.vector::extensions.halfvec limit 15`,
        [JSON.stringify(vector), big],
      );
      const nearest = rows.map((row) => String(row['id']));
      recalls.push(share(nearest, await ids({ vector, retrievalThreshold: -1 })));
    }
    expect(recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length).toBeGreaterThanOrEqual(0.98);
    expect(Math.min(...recalls)).toBeGreaterThanOrEqual(0.9);
  });

  it('finds the important ones that are nearest, though hundreds of others are nearer', async () => {
    const vector = await questionVector(4_005);
    const wanted = await nearestIds(vector, 'importance >= 8');
    const all = await world.query(
      `select id::text from (select id, 1 - (embedding operator(extensions.<=>) $1::extensions.vector::extensions.halfvec) as
         similarity from public.devai_memories where scope = $2 and importance >= 8 offset 0) m
       order by similarity desc limit 10`,
      [JSON.stringify(vector), big],
    );
    const got = await ids({ vector, noiseFloor: -1 });
    expect(share([...wanted, ...all.map((row) => String(row['id']))], got)).toBe(1);
  });

  it('finds those with the most and the rarest words, and scores them like an exhaustive search', async () => {
    const [rare] = await world.query(
      `select word, count(*)::integer as holders from public.devai_memories m, unnest(public.devai__untag_words(m.words)) word
       where scope = $1 group by word having count(*) between 2 and 9 order by word limit 1`,
      [big],
    );
    const words = ['word3', 'word40', 'word250', 'word611', String(rare?.['word']), 'absent'];
    const indexed = await match({ words });
    // a filter that everything passes makes the search look at each memory
    const exact = await match({ words, filter: { minImportance: 1 } });
    const best = (matches: typeof exact) =>
      matches
        .map(({ wordScore }) => wordScore ?? 0)
        .toSorted((one, other) => other - one)
        .slice(0, 15)
        .map((score) => score.toFixed(6));
    expect(best(indexed)).toEqual(best(exact));
    const sharing = indexed.filter(({ sharesRareWord }) => sharesRareWord);
    expect(sharing.length).toBeGreaterThanOrEqual(Number(rare?.['holders']));
  });

  it('finds memories that share only frequent words, if there are no others', async () => {
    const matches = await match({ words: ['word1', 'word2'] });
    expect(matches.length).toBeGreaterThanOrEqual(30);
    expect(matches.every(({ sharesRareWord }) => !sharesRareWord)).toBe(true);
  });

  it('finds memories in a small scope, even if the question is unrelated to it', async () => {
    for (const number of [4_001, 4_017]) {
      const vector = await questionVector(number);
      const got = await match({ vector, scopes: [small], retrievalThreshold: -1, limit: 25 });
      expect(got).toHaveLength(50);
      expect(got.every(({ memory }) => memory.namespace === small)).toBe(true);
    }
  });

  it('brings all pinned memories, even if the question is unrelated to them', async () => {
    const names = Array.from({ length: 45 }, (_, index) => `statement ${20 * index + 1}`);
    await world.query('update public.devai_memories set pinned = true where content = any ($1)', [names]);
    const got = await match({ vector: await questionVector(4_001), retrievalThreshold: 1, noiseFloor: 1 });
    await world.query('update public.devai_memories set pinned = false');
    expect(got.map(({ memory }) => memory.content).toSorted()).toEqual(names.toSorted());
  });

  it('applies a filter before it takes the best, not after', async () => {
    const vector = await questionVector(4_003);
    await world.query(
      `update public.devai_memories set tags = '{far}' where content in ('statement 100', 'statement 101')`,
    );
    const got = await match({ vector, retrievalThreshold: -1, filter: { tags: ['far'] } });
    expect(got.map(({ memory }) => memory.content).toSorted()).toEqual(['statement 100', 'statement 101']);
  });

  it('compares all memories when most of the nearest have expired', async () => {
    const vector = await questionVector(4_002);
    const nearest = await world.query(
      `select id::text from public.devai_memories where scope = $2
       order by embedding operator(extensions.<=>) $1::extensions.vector::extensions.halfvec limit 2500`,
      [JSON.stringify(vector), big],
    );
    await world.query('update public.devai_memories set expires_at = $1 where id = any ($2::uuid[])', [
      start.toISOString(),
      nearest.map((row) => row['id']),
    ]);
    const got = await match({ vector, retrievalThreshold: -1 });
    await world.query('update public.devai_memories set expires_at = null');
    expect(got.length).toBeGreaterThanOrEqual(30);
  });

  function match(query: Partial<MatchQuery>) {
    return world.match({ embeddingModel: model, scopes: [big], noiseFloor: 0.2, ...query });
  }

  async function ids(query: Partial<MatchQuery>) {
    return (await match(query)).map(({ memory }) => memory.id);
  }

  async function questionVector(number: number): Promise<number[]> {
    const [row] = await world.query(`select ${vectorOf(String(number))}::text as vector`, [noise]);
    return JSON.parse(String(row?.['vector']));
  }

  async function nearestIds(vector: number[], condition = 'true') {
    return (
      await world.query(
        `select id::text from (select id, 1 - (embedding operator(extensions.<=>) $1::extensions.vector::extensions.halfvec)
           as similarity from public.devai_memories where scope = $2 and is_valid and ${condition} offset 0) m
         where similarity >= 0.3 order by similarity desc limit 15`,
        [JSON.stringify(vector), big],
      )
    ).map((row) => String(row['id']));
  }

  function share(wanted: string[], got: string[]) {
    return wanted.filter((id) => got.includes(id)).length / wanted.length;
  }
});

const foreignVector = (number: number): number[] => pseudoRandom(512, 1_000 + number).map(Number);

function pseudoRandom(count: number, seed = 7): string[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state / 2_147_483_647 - 0.5).toFixed(4);
  });
}

function slice(from: string) {
  return `(($1::real[])[${from} + 1:${from} + 512])::extensions.vector`;
}

/** The centre of the memory's group, of 40, and as much noise of its own: about 0.5 between two of a group. */
function vectorOf(number: string) {
  return `(${slice(`(${number} % 40) * 32`)} operator(extensions.+) ${slice(`2000 + mod(${number} * 7919, 37000)`)})`;
}

/** 12 words of which word n is in about 1 of n memories. */
function wordsOf(number: string) {
  return `array(select distinct 'word' || floor(power(2000, ($1::real[])[mod(${number} * 1013 + w * 389, 40000) + 1] + 0.5))
    from generate_series(1, 12) w)`;
}

function fill(scope: string, from: number, to: number) {
  return `
  insert into public.devai_memories (id, content, embedding, embedding_model, content_hash, words, word_count, memory_type,
    category, namespace, priority, importance, source, last_accessed_at, trust, created_at, updated_at)
  select md5('${scope}' || n)::uuid, 'statement ' || n, ${vectorOf('n')}::extensions.halfvec, '${model}', 'hash ' || n,
    public.devai__tag_words('${scope}', w.words), cardinality(w.words), 'semantic', 'other', '${scope}', 'medium',
    case when n % 10 = 0 then 9 else 5 end, 'discovery', '${start.toISOString()}', 'agent', '${start.toISOString()}', '${start.toISOString()}'
  from generate_series(${from}, ${to}) n
  cross join lateral (select ${wordsOf('n')} as words) w`;
}
