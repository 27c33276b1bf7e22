import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OpenTestDatabase } from '../../testing/reused-stores.ts';
import { scriptedChatModel } from '../../testing/scripted-chat-model.ts';
import { embeddedStores } from '../../testing/test-pglite.ts';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';
import { createMemory, type Memory } from '../memory.ts';

const parts = 'The checkout service calls the payment gateway, which is being built for the spring release.';
const replies: object[] = [];
const model = scriptedChatModel([() => replies.shift() ?? {}, () => replies.shift() ?? {}]);

let memory: Memory;
let store: OpenTestDatabase;
beforeEach(async () => {
  model.requests.length = 0;
  store = await embeddedStores.open();
  const embeddings = createOfflineEmbedder();
  memory = await createMemory({ database: store.database, embeddings, models: { small: model } });
});
afterEach(async () => {
  await memory.close();
  await store.close();
});

const candidate = (content: string, relations: object[]) => ({
  ...{ content, title: content, type: 'semantic', category: 'component', namespace: 'devai/project/shop' },
  ...{ source: 'discovery', priority: 'low', importance: 3, tags: [], details: null, expires_at: null },
  ...{ relations, evidence: [1] },
});

it('memories of a session are related to those in its prompts and to each other, until the job is undone', async () => {
  const { memory: release } = await memory.remember({
    content: 'The spring release is in April',
    project: 'shop',
  });
  await memory.jobs.drain();
  const identity = { id: randomUUID(), project: 'shop', agent: 'chapo' };
  await memory.sessions.open(identity);
  await memory.sessions.append(identity, [
    {
      ...{ id: randomUUID(), role: 'user', type: 'text', content: parts, toolCalls: [], toolCallId: null },
      ...{ pinned: false, metadata: { recalled: [release.id] } },
    },
  ]);
  replies.push(
    {
      memories: [
        candidate('The checkout service calls the payment gateway', [{ kind: 'depends_on', to: 'm2' }]),
        candidate('A payment gateway is being built', [
          { kind: 'part_of', to: 'k1' },
          { kind: 'part_of', to: 'k2' },
        ]),
      ],
      session: null,
    },
    {
      decisions: [1, 2].map((number) => ({
        ...{ candidate: number, action: 'add', memory: null, earlier_candidate: null, reason: 'new' },
      })),
    },
  );
  await memory.sessions.end(identity.id, { now: true });
  await memory.jobs.drain();

  expect(model.requests[0]?.messages[1]?.content).toContain('- k1: "The spring release is in April"');
  const gateway = (await memory.memories.list({ project: 'shop' })).find(({ content }) =>
    content.startsWith('A'),
  );
  const related = async () =>
    (await memory.memories.related(gateway?.id ?? '', 'shop')).map(
      ({ direction, kind, memory: { content } }) => `${direction} ${kind} ${content}`,
    );
  expect((await related()).toSorted()).toEqual([
    'from depends_on The checkout service calls the payment gateway',
    'to part_of The spring release is in April',
  ]);
  const [job] = (await memory.jobs.list()).filter(({ kind }) => kind === 'extract');
  expect(job?.result).toMatchObject({ dropped: ['a relation of it names nothing known'] });
  await memory.jobs.undo(job?.id ?? '', 'nonsense');
  expect(await memory.memories.related(release.id, 'shop')).toEqual([]);
});

it('a remembered statement names related memories by their ids, and nothing else', async () => {
  const { memory: release } = await memory.remember({
    content: 'The spring release is in April',
    project: 'shop',
  });
  const { memory: theirs } = await memory.remember({ content: 'The bakery opens at six', project: 'bakery' });
  const statement = { content: 'The gateway is done in March', project: 'shop' };
  const { memory: gateway } = await memory.remember({
    ...statement,
    relations: [{ kind: 'part_of', to: release.id }],
  });
  expect(await memory.memories.related(release.id, 'shop')).toMatchObject([
    { direction: 'from', kind: 'part_of', memory: { id: gateway.id } },
  ]);
  for (const to of [theirs.id, randomUUID(), 'the release']) {
    const one = { content: `See ${to}`, project: 'shop' };
    await expect(memory.remember({ ...one, relations: [{ kind: 'relates_to', to }] })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  }
});

it('undoing the last change removes a relation, undoing that restores it, and undoing twice is a conflict', async () => {
  const { memory: release } = await memory.remember({ content: 'The release is in April', project: 'shop' });
  const { memory: gateway } = await memory.remember({
    ...{ content: 'The gateway is done in March', project: 'shop' },
    relations: [{ kind: 'part_of', to: release.id }],
  });
  const related = async () => (await memory.memories.related(release.id, 'shop')).length;
  const [, event] = await memory.memories.history(gateway.id);
  expect(await memory.memories.undo(gateway.id, 'wrong')).toMatchObject({ isValid: true });
  expect(await related()).toBe(0);
  await expect(memory.memories.undo(gateway.id, 'again', undefined, event?.id)).rejects.toMatchObject({
    code: 'conflict',
  });
  await memory.memories.undo(gateway.id, 'right after all');
  expect(await related()).toBe(1);
});
