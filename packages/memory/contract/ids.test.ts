import { beforeEach, describe, expect, it } from 'vitest';
import type { IdKind } from '../src/store/ids.ts';
import { testDatabases } from './test-database.ts';
import { openWorld, user } from '../testing/open-world.ts';

const first = 'abcdef01-0000-4000-8000-000000000001';
const second = 'abcdef01-0000-4000-8000-000000000002';
const other = 'abcdef11-0000-4000-8000-000000000001';

describe.each(testDatabases())('short ids on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  beforeEach(async () => {
    for (const id of [second, first, other]) {
      const project = id === other ? 'other' : 'taskforge';
      const namespace = `devai/project/${project}`;
      await world.add(`the memory ${id.slice(-1)}`, { id, namespace });
    }
  });

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
    await world.store.invalidateMemory(first, user, 'a test');
    expect(await world.store.findIds('memory', first.slice(0, 35), 1)).toEqual([
      { id: first, title: 'the memory 1' },
    ]);
  });

  it('find a forgotten memory only when one is looked for', async () => {
    await world.store.forgetMemory(first, user, { messages: false });
    expect(await found('memory', 'abcdef01')).toEqual([second]);
    expect(await world.store.findIds('forgotten', 'abcdef', 20)).toEqual([{ id: first, title: 'forgotten' }]);
    expect(await found('forgotten', 'abcdef11')).toEqual([]);
  });

  it('find jobs and sessions, and nothing else with the same id', async () => {
    await world.store.openSession({ id: first, project: 'taskforge', agent: 'chapo', metadata: {} });
    await world.store.enqueueJob({ kind: 'extract', key: first, payload: {}, delaySeconds: 0 });
    const [job] = await world.store.listJobs({ status: null, limit: 1 });
    expect(await world.store.findIds('session', 'abcdef', 20)).toEqual([{ id: first, title: 'taskforge' }]);
    expect(await world.store.findIds('job', job?.id.slice(0, 6) ?? '', 20)).toEqual([
      { id: job?.id, title: `${job?.kind}, waiting` },
    ]);
    expect(await found('job', 'abcdef01')).toEqual([]);
  });

  async function found(kind: IdKind, beginning: string, limit = 20) {
    return (await world.store.findIds(kind, beginning, limit)).map(({ id }) => id);
  }
});
