import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '@devai/memory/testing';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../tests/temporary-folder.ts';
import { chooseModels } from './choose-models.ts';

const folder = temporaryFolder();

it('of two choices at once, the later one holds, and one that is refused holds up no other', async () => {
  const chosen = await chooseModels({ providers: [], dataFolder: folder() }, silentLog);
  const choice = { provider: 'local', model: 'llama', address: 'http://127.0.0.1:9/v1' } as const;
  await Promise.all([chosen.use(choice), chosen.use(null)]);
  expect(chosen.show()).toMatchObject({ offline: true, saved: null });
  expect(existsSync(join(folder(), 'model.json'))).toBe(false);

  const refused = chosen.use({ provider: 'local', model: 'nowhere' });
  await Promise.all([expect(refused).rejects.toThrow('address'), chosen.use(choice)]);
  expect(chosen.show().saved).toMatchObject({ model: 'llama' });
});
