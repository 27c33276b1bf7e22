import { beforeEach, expect, it } from 'vitest';
import { contextProfiles } from '../context/profile.ts';
import type { Memory } from '../memory.ts';
import type { RelationTo } from '../types.ts';
import { openWorld } from '../../testing/open-world.ts';

const project = 'shop';
const question = { text: 'Which payment gateway does the checkout service use?', project };
const checkout = 'The checkout service uses the payment gateway Stripe';
const invoices = 'Invoices are numbered by year';

let memory: Memory;
const world = openWorld();
beforeEach(async () => {
  memory = await world.openMemory();
});

it('a related memory comes into the prompt with the one that was found, counts as an access, and can be explained', async () => {
  await noise();
  const bill = await add(invoices);
  expect((await memory.recall({ ...question, preview: true })).block).not.toContain(invoices);
  const found = await add(checkout, [{ kind: 'depends_on', to: bill.id }]);

  const { block, memories } = await memory.recall(question);
  expect(block).toContain(`- ${checkout}\n  - depends on: ${invoices}`);
  expect(memories.filter(({ injected }) => injected).map(({ memory: { id } }) => id)).toEqual([
    found.id,
    bill.id,
  ]);
  expect(memories.find(({ memory: { id } }) => id === bill.id)?.reason).toBe(
    'injected: depends_on of "The checkout"',
  );
  await expect
    .poll(async () => (await memory.memories.get(bill.id))?.accessCount, { timeout: 5_000 })
    .toBe(1);

  const why = (more = {}) => memory.explain({ ...question, memoryId: bill.id, ...more });
  expect(await why()).toMatchObject({
    verdict: 'injected',
    reason: 'injected: depends_on of "The checkout"',
    memory: { id: bill.id },
  });
  expect(await why({ exclude: [bill.id] })).not.toMatchObject({ verdict: 'injected' });
  const room = (await memory.recall({ ...question, exclude: [bill.id], preview: true })).tokens;
  expect(await why({ budgetTokens: room })).toMatchObject({
    verdict: 'over_budget',
    reason: 'related (depends_on of "The checkout"), but over the budget',
  });
});

it('a context lists a related memory among its candidates, and as shown', async () => {
  const bill = await add(invoices);
  const found = await add(checkout, [{ kind: 'depends_on', to: bill.id }]);
  const { sections, shown } = await memory.contexts.gather({
    sessionId: found.id,
    project,
    text: question.text,
    before: [],
    budget: 100_000,
    preview: true,
    profile: contextProfiles.plain,
  });
  expect(shown).toContain(bill.id);
  expect(sections.find(({ type }) => type === 'memories')).toMatchObject({
    candidates: expect.arrayContaining([
      {
        kind: 'memory',
        id: bill.id,
        score: 0,
        included: true,
        reason: 'injected: depends_on of "The checkout"',
      },
    ]),
    mentions: expect.arrayContaining([bill.id]),
  });
});

it('what the question does not find brings nothing along, and no relation leads into another project', async () => {
  await noise();
  const { memory: theirs } = await memory.remember({ content: 'The bakery opens at six', project: 'bakery' });
  const { memory: users } = await memory.remember({ content: checkout, namespace: 'devai/user/facts' });
  await memory.memories.relate({ fromId: users.id, kind: 'depends_on', toId: theirs.id });
  const bill = await add(invoices);
  await add('The colour of the logo is a warm grey', [{ kind: 'depends_on', to: bill.id }]);
  const { block, memories } = await memory.recall(question);
  expect(block).toContain(checkout);
  expect(JSON.stringify({ block, memories })).not.toContain('bakery');
  expect(memories.filter(({ injected }) => injected).map(({ memory: { id } }) => id)).toEqual([users.id]);
});

async function add(content: string, relations: RelationTo[] = []) {
  return (await memory.remember({ content, project, title: content.slice(0, 12), relations })).memory;
}

async function noise() {
  for (const thing of ['parser', 'importer', 'menu', 'logo', 'sitemap', 'newsletter'])
    await add(`The ${thing} was rewritten by Jonas in spring`);
}
