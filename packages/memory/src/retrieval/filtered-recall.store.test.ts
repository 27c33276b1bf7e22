import { expect, it } from 'vitest';
import { openWorld, project } from '../../testing/open-world.ts';

const world = openWorld();

const text = 'On which port does the staging database listen?';

/** A memory that knows the answer for two customers. */
async function ofTwoCustomers() {
  const memory = await world.openMemory();
  const [a, b] = await memory.rememberAll([
    {
      ...{ content: 'The staging database of Acme listens on 6543', project },
      ...{ tags: ['acme'], metadata: { customer: 1 } },
    },
    {
      ...{ content: 'The staging database of Borg listens on 7654', project },
      ...{ tags: ['borg'], metadata: { customer: 2 } },
    },
  ]);
  if (a?.action !== 'added' || b?.action !== 'added') throw new Error('both are new');
  await memory.memories.relate({ fromId: a.memory.id, kind: 'relates_to', toId: b.memory.id });
  return { memory, ids: [a.memory.id, b.memory.id] as const };
}

it.each([{ tags: ['acme'] }, { metadata: { customer: 1 } }])(
  'recalls, searches and lists only what has %j, without what is related to it',
  async (filter) => {
    const { memory, ids } = await ofTwoCustomers();
    const { block, memories } = await memory.recall({ text, project, filter });
    expect(block).toContain('6543');
    expect(block).not.toContain('7654');
    expect(memories.map(({ memory: { id } }) => id)).toEqual([ids[0]]);
    const { hits } = await memory.search({ text, project, filter });
    expect(hits.map((hit) => hit.memory.id)).toEqual([ids[0]]);
    expect((await memory.memories.list({ project, filter })).map(({ id }) => id)).toEqual([ids[0]]);
    const chat = memory.for({ project });
    expect((await chat.recall(text, { filter })).prompt).not.toContain('7654');
    expect((await chat.recall(text)).prompt).toContain('7654');
  },
);

it('explains that the filter leaves a memory out', async () => {
  const { memory, ids } = await ofTwoCustomers();
  const filter = { metadata: { customer: 1 } };
  const of = (memoryId: string) => memory.explain({ text, project, filter, memoryId });
  expect(await of(ids[0])).toMatchObject({ verdict: 'injected' });
  expect(await of(ids[1])).toMatchObject({ verdict: 'excluded', reason: 'the filter leaves it out' });
});

it('refuses a value that could not be compared', async () => {
  const memory = await world.openMemory();
  const search = (metadata: object): Promise<unknown> =>
    Reflect.apply(memory.search, memory, [{ text, project, filter: { metadata } }]);
  await expect(search({})).rejects.toThrow('filter.metadata: needs a key');
  await expect(search({ customer: [1] })).rejects.toMatchObject({ code: 'invalid_input' });
});
