import { randomUUID } from 'node:crypto';
import { createOfflineEmbedder, MemoryError } from '@devai/memory';
import { message } from '@devai/memory/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { openMemory } from '../tests/open-memory.ts';
import { examine } from './doctor.ts';

const embedder = (id: string) => ({ embeddings: { ...createOfflineEmbedder(), id } });
const world = openMemory('test', embedder('an embedder of long ago'));
beforeEach(() => world.reopen(embedder('the embedder of today')));

describe('without the store’s embedder', () => {
  test('the doctor does not suggest starting the server for jobs that wait for vectors', async () => {
    await world.memory.remember({ content: 'the port is 8081', namespace: 'devai/user/facts' });
    await world.memory.jobs.drain();
    for (const name of ['waiting jobs', 'vectors']) {
      const check = await checkOf(name);
      expect(check).toMatchObject({ status: 'warning' });
      expect(check?.help).toMatch(/an embedder of long ago.*pnpm memory reembed/);
      expect(check?.help).not.toContain('pnpm start');
    }
  });

  test('the doctor suggests starting the server for other jobs', async () => {
    const session = { id: randomUUID(), project: null, agent: 'chapo' };
    await world.memory.sessions.open(session);
    await world.memory.sessions.append(session, [message('I prefer spaces.')]);
    await world.memory.sessions.end(session.id, { now: true });
    const check = await checkOf('waiting jobs');
    expect(check?.help).toMatch(/pnpm start.*pnpm memory reembed/);
  });
});

test('the doctor counts texts that the embedding service refuses, and says why', async () => {
  const offline = createOfflineEmbedder();
  const refusing: typeof offline.embed = async (texts) => {
    if (texts.some((text) => text.includes('poison'))) throw new MemoryError('embedding_failed', 'NaN');
    return offline.embed(texts);
  };
  await world.reopen({ embeddings: { ...offline, id: 'an embedder of long ago', embed: refusing } });
  const session = { id: randomUUID(), project: null, agent: 'chapo' };
  await world.memory.sessions.open(session);
  await world.memory.sessions.append(session, [message('good'), message('poison')]);
  await expect
    .poll(() => checkOf('vectors'))
    .toMatchObject({
      status: 'warning',
      detail: '1 text without a vector: NaN; found by words alone',
      help: expect.stringContaining('embedding service'),
    });
});

const later = () => new Date(Date.now() + 30 * 60_000);

const checkOf = async (name: string) =>
  (
    await examine({
      memory: world.memory,
      info: { offline: true, models: [] },
      folders: {},
      shell: null,
      clock: { now: later },
    })
  ).find((check) => check.name === name);
