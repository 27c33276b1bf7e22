import { randomUUID } from 'node:crypto';
import { createMemory, createOfflineEmbedder, type EmbeddingModel, type Memory } from '@devai/memory';
import { embeddedStores, type OpenTestDatabase } from '@devai/memory/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { examine } from './doctor.ts';

const later = () => new Date(Date.now() + 30 * 60_000);
const bought: EmbeddingModel = { ...createOfflineEmbedder(), id: 'an embedder of long ago' };

let store: OpenTestDatabase;
let memory: Memory;

async function open(embeddings: EmbeddingModel): Promise<void> {
  memory = await createMemory({
    database: store.lend(),
    embeddings,
    models: { small: null },
  });
}

beforeEach(async () => {
  store = await embeddedStores.open();
  await open(bought);
  await memory.close();
  await open({ ...createOfflineEmbedder(), id: 'the embedder of today' });
});
afterEach(async () => {
  await memory.close();
  await store.close();
});

const checkOf = async (name: string) =>
  (
    await examine({
      memory,
      info: { offline: true, models: [] },
      folders: {},
      shell: null,
      clock: { now: later },
    })
  ).find((check) => check.name === name);

describe('without the store’s embedder', () => {
  test('the doctor does not suggest starting the server for jobs that wait for vectors', async () => {
    await memory.remember({ content: 'the port is 8081', namespace: 'devai/user/facts' });
    await memory.jobs.drain();
    for (const name of ['waiting jobs', 'vectors']) {
      const check = await checkOf(name);
      expect(check).toMatchObject({ status: 'warning' });
      expect(check?.help).toMatch(/an embedder of long ago.*pnpm memory reembed/);
      expect(check?.help).not.toContain('pnpm start');
    }
  });

  test('the doctor suggests starting the server for other jobs', async () => {
    const session = { id: randomUUID(), project: null, agent: 'chapo' };
    await memory.sessions.open(session);
    await memory.sessions.append(session, [
      {
        id: randomUUID(),
        role: 'user',
        type: 'text',
        content: 'I prefer spaces.',
        toolCalls: [],
        toolCallId: null,
        pinned: false,
        metadata: {},
      },
    ]);
    await memory.sessions.end(session.id, { now: true });
    const check = await checkOf('waiting jobs');
    expect(check?.help).toMatch(/pnpm start.*pnpm memory reembed/);
  });
});
