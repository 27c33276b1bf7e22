import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { message } from '../../../testing/message.ts';
import { createOfflineEmbedder } from '../../embeddings/offline-embedder.ts';
import { createMemory, type Memory } from '../../memory.ts';
import { openPgliteDatabase } from './pglite.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'devai-wiping-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = async (): Promise<Memory> =>
  createMemory({ database: await openPgliteDatabase({ folder }), embeddings: createOfflineEmbedder() });

/** The files of the store that hold a text, in any case. */
async function filesWith(text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const held = await Promise.all(
    files.map(async (file) => (await readFile(file)).toString('latin1').toLowerCase().includes(text)),
  );
  return files.filter((_, index) => held[index]);
}

it('leaves no byte of what was forgotten in the files of the store, and keeps the rest', async () => {
  const memory = await open();
  const session = { id: randomUUID(), project: 'p', agent: 'chapo' };
  await memory.sessions.open(session);
  const said = 'Remember this: my doctor is Dr. Quibbleforth';
  await memory.sessions.append(session, [
    message(said),
    message('Dr. Quibbleforth, noted.', { role: 'assistant' }),
  ]);
  await memory.sessions.append(session, [message('By the way, Zanzibarra is my cat')]);
  await memory.sessions.setState(session.id, 'doctor', 'Quibbleforth');
  const { saved } = await memory.rememberStated({
    ...{ text: said, project: 'p', sessionId: session.id, messageNumber: 1 },
  });
  for (let count = 0; count < 50; count += 1)
    await memory.remember({ content: `Fact number ${count} about the harbour`, project: 'p' });
  await memory.jobs.drain();
  await memory.close();
  expect(await filesWith('quibbleforth')).not.toEqual([]);
  expect(await filesWith('zanzibarra')).not.toEqual([]);

  const again = await open();
  await again.memories.forget(saved[0]?.memory.id ?? '', { messages: true });
  await again.sessions.forgetMessage(session.id, 3);
  await again.close();
  expect(await filesWith('quibbleforth')).toEqual([]);
  expect(await filesWith('zanzibarra')).toEqual([]);

  const last = await open();
  expect(await last.memories.list({ project: 'p', limit: 100 })).toHaveLength(50);
  await last.close();
});

it('leaves no byte of a user who was erased', async () => {
  const memory = await open();
  const alice = memory.for({ user: 'Alice Quibbleforth', project: 'p' });
  await alice.recall('Remember this: I am allergic to Zanzibarra');
  await alice.replied('Zanzibarra, noted.');
  await memory.as('bob').remember({ content: 'The harbour opens at six', about: 'user' });
  await memory.jobs.drain();
  await memory.close();
  for (const text of ['quibbleforth', 'zanzibarra']) expect(await filesWith(text)).not.toEqual([]);

  const again = await open();
  await again.users.erase('Alice Quibbleforth');
  await again.close();
  for (const text of ['quibbleforth', 'zanzibarra']) expect(await filesWith(text)).toEqual([]);

  const last = await open();
  expect(await last.as('bob').memories.list()).toMatchObject([{ content: 'The harbour opens at six' }]);
  await last.close();
});
