import { InMemoryStore, type BaseStore, type Item, type Operation } from '@langchain/langgraph-checkpoint';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysAfter, openWorld } from '../../../testing/open-world.ts';
import { fits } from './filters.ts';
import { createLangGraphStore } from './store.ts';

const world = openWorld();

const label = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom('a', 'ä/b') },
  { weight: 2, arbitrary: fc.constantFrom('langgraph', '#', '*', 'B') },
  fc.constantFrom('', 'p.q', 'c:d'),
);
const namespace: fc.Arbitrary<string[]> = fc.oneof(
  { weight: 8, arbitrary: fc.array(label, { minLength: 1, maxLength: 2 }) },
  fc.constant<string[]>([]),
);
const key = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('k', 'k#') },
  { weight: 2, arbitrary: fc.constantFrom('a/b', '', 'p.q:r', '%2F') },
  fc.string({ maxLength: 6 }),
);
const scalar = fc.oneof(
  fc.constantFrom('x', '3', 3, 3, 4.5, true, null),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const value = fc.record(
  { a: scalar, b: scalar, deep: fc.array(fc.record({ c: scalar }), { maxLength: 2 }) },
  { requiredKeys: [] },
);
const operator = fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte');
const compared = fc.oneof(
  scalar,
  fc.dictionary(operator, scalar, { maxKeys: 2 }),
  fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ $nin: fc.array(scalar, { maxLength: 3 }) }),
);
const filter = fc.option(fc.dictionary(fc.constantFrom('a', 'b'), compared, { maxKeys: 2 }), {
  nil: undefined,
});
const path = fc.option(namespace, { nil: undefined });

type Call = { name: string; call: (store: BaseStore) => Promise<unknown> };
const calls: fc.Arbitrary<Call> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ namespace, key, value }).map((put) => calling('put', put)) },
  fc.record({ namespace, key }).map((at) => calling('get', at)),
  fc.record({ namespace, key }).map((at) => calling('delete', at)),
  { weight: 2, arbitrary: fc.record({ namespace, filter }).map((asked) => calling('search', asked)) },
  fc
    .record({
      prefix: path,
      suffix: path,
      maxDepth: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    })
    .map((asked) => calling('listNamespaces', asked)),
  fc
    .array(
      fc.oneof(
        fc.record({ namespace, key, value: fc.option(value, { nil: null }) }),
        fc.record({ namespace, key }),
      ),
      { maxLength: 4 },
    )
    .filter((operations) => {
      // LangGraph's own store then answers with what the batch wrote
      const read = operations
        .filter((one) => !('value' in one))
        .map((one) => JSON.stringify([one.namespace, one.key]));
      return !operations.some(
        (one) => 'value' in one && read.includes(JSON.stringify([one.namespace, one.key])),
      );
    })
    .map((operations) => calling('batch', { operations })),
);

type Given = {
  namespace?: string[];
  key?: string;
  value?: object;
  filter?: Record<string, unknown> | undefined;
  prefix?: string[] | undefined;
  suffix?: string[] | undefined;
  maxDepth?: number | undefined;
  operations?: Operation[];
};

function calling(name: string, { operations = [], ...given }: Given): Call {
  const { namespace: at = [], key: of = '', value: put = {}, filter: by, prefix, suffix, maxDepth } = given;
  const asked = {
    ...(prefix && { prefix }),
    ...(suffix && { suffix }),
    ...(maxDepth !== undefined && { maxDepth }),
  };
  const run: Record<string, Call['call']> = {
    put: (store) => store.put(at, of, put),
    get: (store) => store.get(at, of),
    delete: (store) => store.delete(at, of),
    search: (store) => store.search(at, { ...(by && { filter: by }), limit: 1_000 }),
    listNamespaces: (store) => store.listNamespaces(asked),
    batch: (store) => store.batch(structuredClone(operations)),
  };
  const call = run[name];
  if (!call) throw new Error(name);
  return { name: `${name} ${JSON.stringify({ ...given, operations })}`, call };
}

/** An answer without times, which are not the same, and in an order that LangGraph leaves open. */
function comparable(answer: unknown): unknown {
  if (!Array.isArray(answer)) return isItem(answer) ? plain(answer) : answer;
  const all = answer.map(comparable);
  return answer.some(isItem) && !answer.includes(null)
    ? all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    : all;
}
const isItem = (one: unknown): one is Item => typeof one === 'object' && one !== null && 'updatedAt' in one;
const plain = ({ namespace: at, key: of, value: put }: Item) => ({ namespace: at, key: of, value: put });

const outcome = (call: Call, store: BaseStore): Promise<unknown> =>
  call.call(store).then(comparable, () => 'refused');

/** The same without namespaces that became empty, which LangGraph's own store goes on listing. */
async function copyOf(store: BaseStore): Promise<BaseStore> {
  const copy = new InMemoryStore();
  for (const { namespace: at, key: of, value: put } of await store.search([], { limit: 1_000 })) {
    // not `put`, which refuses a root that a batch may use
    await copy.batch([{ namespace: at, key: of, value: put }]);
  }
  return copy;
}

const values = ['x', '3', '', 3, 4, true, false, null, undefined];
const names = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'];
const filters = [
  ...[...values, {}].map((a) => ({ a })),
  ...names.flatMap((name) => values.map((operand) => ({ a: { [name]: operand } }))),
  ...['$in', '$nin'].flatMap((name) =>
    [['x', 3, null], [], 'x'].map((operand) => ({ a: { [name]: operand } })),
  ),
  { a: { $gt: 2, $lt: 4 } },
  { a: { $gt: 2, unknown: 4 } },
  { a: 3, b: 1 },
];

it.each(filters)('filters by %j as the store of LangGraph does', async (by) => {
  const reference = new InMemoryStore();
  const all = values.map((a, index) => ({ ...(a !== undefined && { a }), b: index % 2 }));
  for (const [index, one] of all.entries()) await reference.put(['ns'], String(index), one);
  const found = await reference.search(['ns'], { filter: by, limit: 100 });
  expect(all.filter((one) => fits(one, by))).toEqual(found.map((item) => item.value));
});

describe('a memory as the store of LangGraph', () => {
  it('answers as the store of LangGraph does', async () => {
    const memory = await world.openMemory({ users: 'many' });
    let user = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(calls, { minLength: 10, maxLength: 30 }), async (all) => {
        user += 1;
        const store = createLangGraphStore(memory.as(`user-${user}`));
        const reference = new InMemoryStore();
        for (const call of all) {
          const isListing = call.name.startsWith('listNamespaces');
          const expected = await outcome(call, isListing ? await copyOf(reference) : reference);
          expect(await outcome(call, store), call.name).toEqual(expected);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('ranks by what a query asks, and the rest behind it', async () => {
    const memory = await world.openMemory();
    const store = createLangGraphStore(memory);
    await store.put(['facts'], 'port', { text: 'The staging database listens on 6543' });
    await store.put(['facts'], 'coffee', { text: 'The coffee machine is descaled on Mondays' });
    await store.put(['facts'], 'hidden', { text: 'The old staging database listened on 1111' }, false);
    await store.put(['elsewhere'], 'port', { text: 'The staging database listens on 9999' });
    await world.embedded();
    const hits = await store.search(['facts'], { query: 'On which port does the staging database listen?' });
    expect(hits.map((hit) => hit.key)[0]).toBe('port');
    expect(hits.map((hit) => hit.key).toSorted()).toEqual(['coffee', 'hidden', 'port']);
    expect(hits[0]?.score).toBeGreaterThan(0);
    expect(hits.find((hit) => hit.key === 'hidden')?.score).toBeUndefined();
    expect(await store.search(['facts'], { query: 'staging database', limit: 1 })).toMatchObject([
      { key: 'port' },
    ]);
    // what is kept there, a prompt of the same user knows
    expect(
      (await memory.recall({ text: 'On which port does staging listen?', project: null })).block,
    ).toContain('6543');
  });

  it('keeps when an item was made, and tells the last that was written first', async () => {
    const store = createLangGraphStore(await world.openMemory());
    await store.put(['a'], 'first', { version: 1 });
    await world.setNow(daysAfter(1));
    await store.put(['a'], 'second', { version: 1 });
    await world.setNow(daysAfter(2));
    await store.put(['a'], 'first', { version: 2 });
    await world.setNow(daysAfter(3));
    await store.put(['a'], 'first', { version: 3 });
    expect(await store.get(['a'], 'first')).toEqual({
      ...{ namespace: ['a'], key: 'first', value: { version: 3 } },
      ...{ createdAt: daysAfter(0), updatedAt: daysAfter(3) },
    });
    const keysOf = async (offset: number) =>
      (await store.search(['a'], { limit: 1, offset })).map((one) => one.key);
    expect([await keysOf(0), await keysOf(1), await keysOf(2)]).toEqual([['first'], ['second'], []]);
    expect(await world.query('select from public.devai_documents')).toHaveLength(2);
  });

  it('leaves the version before when a write is cut off, and goes on from there', async () => {
    const database = world.lend();
    let isCut = false;
    const cutting: typeof database = {
      ...database,
      call(name, args) {
        if (isCut && name === 'finish_document') throw new Error('cut');
        return database.call(name, args);
      },
    };
    const store = createLangGraphStore(await world.openMemory({ database: cutting }));
    await store.put(['a'], 'k', { version: 1 });
    isCut = true;
    await expect(store.put(['a'], 'k', { version: 2 })).rejects.toThrow('cut');
    await expect(store.put(['a'], 'new', { version: 1 })).rejects.toThrow('cut');
    isCut = false;
    expect((await store.search([])).map((item) => item.value)).toEqual([{ version: 1 }]);
    await store.put(['a'], 'k', { version: 3 });
    expect(await store.get(['a'], 'k')).toMatchObject({ value: { version: 3 } });
    await store.delete(['a'], 'k');
    await store.delete(['a'], 'new');
    expect(await world.query('select from public.devai_documents')).toEqual([]);
  });

  it('keeps one of several that are written at the same time, by two memories too', async () => {
    const one = createLangGraphStore(await world.openMemory());
    const other = createLangGraphStore(await world.openMemory());
    await one.put(['a'], 'k', { version: 0 });
    await Promise.all(
      Array.from({ length: 8 }, (_, version) =>
        (version % 2 === 0 ? one : other).put(['a'], 'k', { version, all: [version] }),
      ),
    );
    const item = await one.get(['a'], 'k');
    expect(item?.value).toEqual({ version: expect.any(Number), all: [item?.value['version']] });
    expect(await other.search([])).toHaveLength(1);
  });

  it('keeps users apart, and redacts', async () => {
    const memory = await world.openMemory({ users: 'many' });
    const secret = 'sk-proj-4f9aK2mQ8xZ1bC7dE3gH5jL6nP0rS2tU4vW6yA8B';
    const alice = createLangGraphStore(memory.as('alice'));
    await alice.put(['users', 'alice'], 'prefs', {
      text: `My key is ${secret}`,
      password: 'hunter2x9',
      pin: 1234,
    });
    const bob = createLangGraphStore(memory.as('bob'));
    expect(await bob.get(['users', 'alice'], 'prefs')).toBeNull();
    expect(await bob.search([], { query: 'key' })).toEqual([]);
    expect(await bob.listNamespaces()).toEqual([]);
    await bob.put(['users', 'alice'], 'prefs', { of: 'bob' });
    await bob.delete(['users', 'alice'], 'prefs');
    expect(await alice.search([])).toHaveLength(1);
    expect(JSON.stringify(await alice.get(['users', 'alice'], 'prefs'))).not.toContain(secret);
    expect(await world.everyRow()).not.toContain(secret);
    await expect(alice.put(['a'], secret, {})).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(alice.put(['a'], 'k', { when: Number.NaN })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('keeps a long value and odd keys whole', async () => {
    const store = createLangGraphStore(await world.openMemory());
    const long = { lines: Array.from({ length: 2_000 }, (_, line) => `# line ${line}\n\u0000\ud800 ตลาด`) };
    const odd =
      '6f9619ff-8b86-4011-b42d-00cf4fc964ff/9b74c9897bac770ffc029102a200c5de1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d';
    await store.put(['ns'], odd, long);
    expect((await store.get(['ns'], odd))?.value).toEqual(long);
    await expect(store.put(['x'.repeat(1_000)], 'k', {})).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
