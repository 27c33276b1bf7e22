import { describe, expect, it } from 'vitest';
import { createMemory, type Memory } from '../memory.ts';
import { foundMemory } from '../../testing/model-answers.ts';
import { linesOf } from '../../testing/lines-of.ts';
import { openWorld, project } from '../../testing/open-world.ts';
import { scriptedChatModel } from '../../testing/scripted-chat-model.ts';

const world = openWorld();
const categories = {
  incident: 'what broke, when, and what mended it',
  vendor: 'who supplies what, and on which terms',
};
const outage = 'Staging was down for an hour because the disk was full';
const filter = { categories: ['incident'] };

const contentsOf = (memories: { content: string }[]) => memories.map(({ content }) => content);

async function rememberOutage(memory: Memory): Promise<string> {
  const { memory: stored } = await memory.remember({ content: outage, category: 'incident', project });
  expect(stored).toMatchObject({ category: 'incident', namespace: `devai/project/${project}/general` });
  await memory.remember({ content: 'Staging runs on a disk of 20 GB', category: 'component', project });
  return stored.id;
}

describe('a category that the host declares', () => {
  it('is stored, found by, and kept in an edit, an undo, an export and a taking back', async () => {
    const memory = await world.openMemory({ categories });
    expect(memory.categories).toEqual(categories);
    const id = await rememberOutage(memory);
    const text = 'What happened to the disk of staging?';
    expect(contentsOf(await memory.memories.list({ project, filter }))).toEqual([outage]);
    const { hits } = await memory.search({ text, project, filter });
    expect(contentsOf(hits.map((hit) => hit.memory))).toEqual([outage]);
    const recalled = await memory.recall({ text, project, filter });
    expect(contentsOf(recalled.memories.map((one) => one.memory))).toEqual([outage]);
    expect(await memory.explain({ text, project, filter, memoryId: id })).toMatchObject({
      memory: { category: 'incident' },
    });
    await memory.memories.update(id, { category: 'vendor' }, 'it was the vendor');
    await memory.memories.undo(id, 'it was not');
    const before = await memory.memories.get(id);
    expect(before?.category).toBe('incident');

    const lines = await linesOf(memory.transfer.export());
    await memory.memories.forget(id);
    if (before) await memory.memories.takeBack(before, { kind: 'user', id: null });
    expect(contentsOf(await memory.memories.list({ project, filter }))).toEqual([outage]);
    const exported = lines.filter((line) => JSON.stringify(line).includes('"incident"'));
    expect(exported).not.toEqual([]);
  });

  it('is told to the model that extracts, and taken from its answer; another becomes `other`', async () => {
    const said = 'The vendor Acme delivers disks on Mondays, and staging broke on the 3rd.';
    const model = scriptedChatModel([
      {
        memories: [
          foundMemory('Acme delivers disks on Mondays', [1], { category: 'Vendor' }),
          foundMemory('Staging broke on the 3rd', [1], { category: 'breakdown' }),
        ],
        session: null,
      },
      { decisions: [] },
      { decisions: [] },
    ]);
    const memory = await world.openMemory({ categories, models: { small: model } });
    await memory.sessions.extract(await world.say([said]));
    await memory.jobs.drain();
    const [request] = model.requests;
    expect(request?.messages[0]?.content).toContain(
      'incident (what broke, when, and what mended it), vendor (who supplies what, and on which terms), other\n',
    );
    expect(JSON.stringify(request?.schema)).toContain('"rule","other","incident","vendor"]');
    const stored = await memory.memories.list({ project });
    expect(Object.fromEntries(stored.map(({ content, category }) => [content, category]))).toEqual({
      'Acme delivers disks on Mondays': 'vendor',
      'Staging broke on the 3rd': 'other',
    });
  });

  it('is what an import of mem0 files its own category of that name under', async () => {
    const memory = await world.openMemory({ categories });
    const given = { id: '1', memory: outage, categories: ['health', 'incident'] };
    await memory.imports.run([{ path: 'mem0.json', text: JSON.stringify([given]) }], { project });
    expect(await memory.memories.list({ filter })).toMatchObject([{ content: outage }]);
  });

  it('acts as `other`: what it says about the user is theirs', async () => {
    const memory = await world.openMemory({ categories });
    const { memory: stored } = await memory.remember({
      ...{ content: 'My brother Tom supplies my coffee', category: 'vendor', project },
    });
    expect(stored).toMatchObject({ category: 'vendor', namespace: 'devai/user/profile' });
  });
});

describe('a category that nobody declares', () => {
  it('is refused by name, wherever a memory gets one, and in filters', async () => {
    const memory = await world.openMemory({ categories });
    const { id } = (await memory.remember({ content: outage, project })).memory;
    const refusal = {
      code: 'invalid_input',
      message: expect.stringMatching(
        /^category: there is no breakdown; there are decision, .*, other, incident, vendor\. To add one, .*`categories`/,
      ),
    };
    const category = 'breakdown';
    const wrong = { categories: [category] };
    const of = { content: 'It broke', category, project };
    await expect(memory.remember(of)).rejects.toMatchObject(refusal);
    await expect(
      memory.keep({ ...of, about: 'project', agent: 'a', sessionId: await world.say(['Hello']) }),
    ).rejects.toMatchObject(refusal);
    expect(await memory.rememberAll([of])).toMatchObject([{ action: 'refused', error: refusal }]);
    await expect(memory.memories.update(id, { category }, 'x')).rejects.toMatchObject(refusal);
    await expect(memory.memories.list({ filter: wrong })).rejects.toMatchObject(refusal);
    await expect(memory.search({ text: 'x', project, filter: wrong })).rejects.toMatchObject(refusal);
    await expect(memory.recall({ text: 'x', project, filter: wrong })).rejects.toMatchObject(refusal);
    await expect(memory.remember({ ...of, category: 'In Cident' })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('must be decision, plan'),
    });
    // the names of what every object has are no categories
    await expect(memory.remember({ ...of, category: 'constructor' })).rejects.toMatchObject({
      message: expect.stringContaining('there is no constructor'),
    });
  });

  it('stays with what was stored under it: shown, found, edited, taken back and moved', async () => {
    const id = await rememberOutage(await world.openMemory({ categories }));
    const later = await world.openMemory();
    expect(await later.memories.list({ project })).toHaveLength(2);
    expect(contentsOf(await later.memories.list({ project, filter }))).toEqual([outage]);
    expect((await later.search({ text: 'disk of staging', project, filter })).hits).toHaveLength(1);
    const longer = `${outage} again`;
    const edited = await later.memories.update(id, { content: longer, category: 'incident' }, 'longer');
    expect(edited).toMatchObject({ category: 'incident', content: longer });
    const lines = await linesOf(later.transfer.export());
    await world.query('delete from public.devai_memories');
    await later.transfer.import(lines);
    expect(contentsOf(await later.memories.list({ project, filter }))).toEqual([longer]);
    await later.memories.forget(id);
    const back = await later.memories.takeBack(edited, { kind: 'user', id: null });
    expect(back.category).toBe('incident');
    await later.memories.forget(back.id);
    await expect(
      later.remember({ content: 'It broke again', category: 'incident', project }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('a declaration', () => {
  const many = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`kind_${index}`, 'x']));
  it.each([
    [{ Incident: 'x' }, 'categories.Incident: the name must be lower-case words'],
    [{ 'two words': 'x' }, 'categories.two words: the name must be'],
    [{ '': 'x' }, 'the name must be'],
    [{ [`a${'b'.repeat(40)}`]: 'x' }, 'of at most 40 characters'],
    [{ decision: 'x' }, 'categories.decision: is a category of the library'],
    [{ incident: '' }, 'categories.incident: must say in one line'],
    [{ incident: 'two\nlines' }, 'categories.incident: must say in one line'],
    [{ incident: 'x'.repeat(201) }, 'of at most 200 characters'],
    [many, 'categories: must be at most 30'],
    [['incident'], 'categories: '],
  ])('is refused: %j', async (wrong, problem) => {
    await expect(createMemory({ database: world.database, categories: Object(wrong) })).rejects.toMatchObject(
      {
        code: 'invalid_input',
        message: expect.stringContaining(problem),
      },
    );
  });
});
