import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IdKind } from '../src/store/ids.ts';
import { createStore, type Store } from '../src/store/store.ts';
import { openMemories, user, type OpenMemories } from './open-memories.ts';
import { sampleStatement } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';

const first = 'abcdef01-0000-4000-8000-000000000001';
const second = 'abcdef01-0000-4000-8000-000000000002';
const other = 'abcdef11-0000-4000-8000-000000000001';

describe.each(testDatabases())('short ids on $name', (testDatabase) => {
  let opened: OpenMemories;
  let store: Store;
  beforeEach(async () => {
    opened = await openMemories(testDatabase);
    store = createStore(opened.database);
    for (const id of [second, first, other]) {
      const project = id === other ? 'other' : 'taskforge';
      const namespace = `devai/project/${project}`;
      await opened.add(sampleStatement(`the memory ${id.slice(-1)}`, { id, namespace }));
    }
  });
  afterEach(() => opened.close());
  afterAll(() => testDatabase.dispose());

  const found = async (kind: IdKind, beginning: string, limit = 20) =>
    (await store.findIds(kind, beginning, limit)).map(({ id }) => id);

  it('find every id with this beginning, in order, in all projects', async () => {
    expect(await found('memory', 'abcdef')).toEqual([first, second, other]);
    expect(await found('memory', 'abcdef01')).toEqual([first, second]);
    expect(await found('memory', 'abcdef01-0000-4000-8000-000000000002')).toEqual([second]);
    expect(await found('memory', 'abcdef2')).toEqual([]);
    expect(await found('memory', 'abcdef', 1)).toEqual([first]);
  });

  it('find nothing when the dashes are in other places', async () => {
    expect(await found('memory', 'abcdef01-0000-4')).toEqual([first, second]);
    expect(await found('memory', 'abcd-ef01')).toEqual([]);
  });

  it('find an invalid memory, with its text', async () => {
    await store.invalidateMemory(first, user, 'a test');
    expect(await store.findIds('memory', first.slice(0, 35), 1)).toEqual([
      { id: first, title: 'the memory 1' },
    ]);
  });

  it('find a forgotten memory only when one is looked for', async () => {
    await store.forgetMemory(first, user, { messages: false });
    expect(await found('memory', 'abcdef01')).toEqual([second]);
    expect(await store.findIds('forgotten', 'abcdef', 20)).toEqual([{ id: first, title: 'forgotten' }]);
    expect(await found('forgotten', 'abcdef11')).toEqual([]);
  });

  it('find jobs and sessions, and nothing else with the same id', async () => {
    await store.openSession({ id: first, project: 'taskforge', agent: 'chapo', metadata: {} });
    await store.enqueueJob({ kind: 'extract', key: first, payload: {}, delaySeconds: 0 });
    const [job] = await store.listJobs({ status: null, limit: 1 });
    expect(await store.findIds('session', 'abcdef', 20)).toEqual([{ id: first, title: 'taskforge' }]);
    expect(await store.findIds('job', job?.id.slice(0, 6) ?? '', 20)).toEqual([
      { id: job?.id, title: `${job?.kind}, waiting` },
    ]);
    expect(await found('job', 'abcdef01')).toEqual([]);
  });
});
