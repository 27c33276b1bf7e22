import { expect, it } from 'vitest';
import { chooseEmbedder } from './choose-embedder.ts';
import { createOfflineEmbedder } from './offline-embedder.ts';
import { openWorld } from '../../testing/open-world.ts';

const world = openWorld();

it('refuses an embedder whose vectors do not fit, and does not bind the store to it', async () => {
  const settings = world.store;
  const offline = createOfflineEmbedder();
  await expect(chooseEmbedder(settings, { ...offline, id: 'wide', dimensions: 1_536 })).rejects.toMatchObject(
    {
      code: 'invalid_input',
      message: "embeddings: wide has 1536 dimensions, but the store's vectors have 512",
    },
  );
  expect(await chooseEmbedder(settings, offline)).toMatchObject({ id: offline.id, notice: null });
});

it('binds a store to the embedder that filled it, and to none when that is no longer available', async () => {
  const settings = world.store;
  const offline = createOfflineEmbedder();
  const paid = { ...offline, id: 'paid-512' };
  expect(await chooseEmbedder(settings, paid)).toMatchObject({ id: 'paid-512', notice: null });
  // the API key was removed
  const { embedder, id, notice } = await chooseEmbedder(settings, offline);
  expect({ embedder, id }).toEqual({ embedder: null, id: 'paid-512' });
  expect(notice).toMatch(/filled by paid-512, which is not configured.*pnpm memory reembed.*offline/);
  expect((await chooseEmbedder(settings, paid)).embedder).toBe(paid);
});

it('keeps a store with the embedder that filled it while that is among the alternatives', async () => {
  const settings = world.store;
  const offline = createOfflineEmbedder();
  const [local, paid] = [
    { ...offline, id: 'local-512' },
    { ...offline, id: 'paid-512' },
  ];
  await chooseEmbedder(settings, local);
  // an API key was added
  const { embedder, notice } = await chooseEmbedder(settings, paid, [local]);
  expect(embedder).toBe(local);
  expect(notice).toMatch(/begun with the embedder local-512 and keeps it, not paid-512/);
});
