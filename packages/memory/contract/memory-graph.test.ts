import { describe, expect, it } from 'vitest';
import { sampleStatement } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { openWorld, user } from '../testing/open-world.ts';

const scope = 'devai/project/taskforge';

describe.each(testDatabases())('the graph of a project on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('has the most related memories first, then the most important, with the relations between them', async () => {
    const [task, plan, lone, loud] = [
      await world.add('task', { importance: 2, category: 'task', metadata: { status: 'doing' } }),
      await world.add('plan', { importance: 1, title: 'The plan' }),
      await world.add('lone', { importance: 3 }),
      await world.add('loud '.repeat(100), { importance: 9 }),
    ];
    await world.relate(task, 'part_of', plan);
    await world.relate(task, 'implements', plan);
    await world.relate(plan, 'relates_to', lone);
    const cut = 'loud '.repeat(40);
    expect(await graph()).toEqual({
      nodes: ['plan 3', 'task 2', 'lone 1', `${cut} 0`],
      edges: ['plan relates_to lone', 'task implements plan', 'task part_of plan'],
      truncated: false,
    });
    expect(await graph(2)).toEqual({
      nodes: ['plan 3', 'task 2'],
      edges: ['task implements plan', 'task part_of plan'],
      truncated: true,
    });
    const { nodes } = await world.store.getGraph(scope, 4);
    expect(
      nodes.map(({ id, title, category, status, importance }) => [id, title, category, status, importance]),
    ).toEqual([
      [plan.id, 'The plan', 'other', null, 1],
      [task.id, null, 'task', 'doing', 2],
      [lone.id, null, 'other', null, 3],
      [loud.id, null, 'other', null, 9],
    ]);
  });

  it('has no memory of another scope, and replacements instead of invalid memories', async () => {
    const [old, other, gone] = [
      await world.add('the port is 1'),
      await world.add('other'),
      await world.add('gone'),
    ];
    const shared = await world.add('shared', { namespace: 'devai/global/patterns' });
    const theirs = await world.add('theirs', { namespace: 'devai/project/taskforge2' });
    await world.relate(other, 'depends_on', old);
    await world.relate(old, 'depends_on', other);
    await world.relate(old, 'depends_on', gone);
    await world.relate(shared, 'depends_on', other);
    await world.relate(shared, 'depends_on', theirs);
    await world.store.invalidateMemory(gone.id, user, 'wrong');
    await world.apply([sampleStatement('the port is 2')], [{ action: 'update', targetId: old.id }]);
    const { nodes, ...rest } = await graph();
    expect(nodes.toSorted()).toEqual(['other 2', 'the port is 2 2']);
    expect(rest).toEqual({
      edges: ['other depends_on the port is 2', 'the port is 2 depends_on other'],
      truncated: false,
    });
  });

  it('is empty without memories, and refuses a limit out of bounds', async () => {
    expect(await graph()).toEqual({ nodes: [], edges: [], truncated: false });
    for (const limit of [0, 5_001]) {
      await expect(graph(limit)).rejects.toMatchObject({ code: 'invalid_input' });
    }
  });

  async function graph(limit = 500) {
    const { nodes, edges, truncated } = await world.store.getGraph(scope, limit);
    const nameOf = (id: string) => nodes.find((node) => node.id === id)?.content;
    return {
      nodes: nodes.map(({ content, degree }) => `${content} ${degree}`),
      edges: edges.map(({ from, kind, to }) => `${nameOf(from)} ${kind} ${nameOf(to)}`).toSorted(),
      truncated,
    };
  }
});
