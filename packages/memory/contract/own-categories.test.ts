import { describe, expect, it } from 'vitest';
import { openWorld, scopes } from '../testing/open-world.ts';
import { sampleStatement } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { transferOf } from './transfer-of.ts';
import { linesOf } from '../testing/lines-of.ts';

describe.each(testDatabases({ driverAtRisk: true }))('categories of a host on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('are stored, listed, drawn, exported and imported', async () => {
    const category = `a${'_b2'.repeat(13)}`;
    const { id } = await world.near('it broke', 1, { category });
    await world.near('something else', 1);
    const list = { scopes, namespaces: [], includeInvalid: false, after: null, limit: 10 };
    const found = () => world.store.listMemories({ ...list, filter: { categories: [category] } });
    expect(await found()).toMatchObject([{ id, category }]);
    expect((await world.store.getGraph('devai/project/taskforge', 10)).nodes).toContainEqual(
      expect.objectContaining({ id, category }),
    );
    const lines = await linesOf(transferOf(world.store).export());
    await world.query('delete from public.devai_memories');
    await transferOf(world.store).import(lines);
    expect(await found()).toMatchObject([{ id, category }]);
  });

  it.each(['', 'In_cident', 'a__b', `a${'b'.repeat(40)}`])(
    'have no other form, also in an import: %j',
    async (category) => {
      const stored = await world.near('it broke', 1);
      const statement = sampleStatement('it broke again', { category });
      const actor = { kind: 'user', id: null } as const;
      await expect(world.store.remember(statement, actor, 'x')).rejects.toThrow('category');
      const lines = await linesOf(transferOf(world.store).export());
      const wrong = lines.map((line) => {
        const { kind, row } = Object(line);
        return kind === 'memory' ? { kind, row: { ...row, category } } : line;
      });
      await world.query('delete from public.devai_memories where id = $1', [stored.id]);
      await expect(transferOf(world.store).import(wrong)).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining('category: '),
      });
    },
  );
});
