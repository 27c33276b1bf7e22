import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import type { OpenTestDatabase } from '../../contract/test-database.ts';
import { testPglite } from '../../contract/test-pglite.ts';
import { createSettingStore } from '../store/setting-store.ts';
import { chooseEmbedder } from './choose-embedder.ts';
import { createOfflineEmbedder } from './offline-embedder.ts';

const testDatabase = testPglite();
let store: OpenTestDatabase;
beforeEach(async () => {
  store = await testDatabase.open();
});
afterEach(() => store.close());
afterAll(() => testDatabase.dispose());

it('refuses an embedder whose vectors do not fit, and does not bind the store to it', async () => {
  const settings = createSettingStore(store.database);
  const offline = createOfflineEmbedder();
  await expect(chooseEmbedder(settings, { ...offline, id: 'wide', dimensions: 1_536 })).rejects.toMatchObject(
    {
      code: 'invalid_input',
      message: 'embeddings: wide has 1536 dimensions, the store holds 512',
    },
  );
  expect(await chooseEmbedder(settings, offline)).toMatchObject({ id: offline.id, notice: null });
});
