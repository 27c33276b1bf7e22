import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

it('a server with little memory does not use 600 MB to compile', async () => {
  const peak = await peakWith(1024 ** 3);
  expect(peak).toBeGreaterThan(100);
  // 430 as a rule, on a busy machine more, because garbage waits; with the compiler 1,000
  expect(peak).toBeLessThan(750);
});

const moduleOf = (name: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href);

/** Opens a new store as if there were so much memory. Returns the peak of its process in MB, a few recalls later. */
async function peakWith(bytes: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'devai-memory-'));
  const script = `
    const { spareMemory } = await import(${moduleOf('spare-memory.ts')});
    spareMemory(${bytes});
    const { createMemory, createOfflineEmbedder, openPgliteDatabase } = await import('@devai/memory');
    const database = await openPgliteDatabase({ folder: ${JSON.stringify(folder)} });
    const memory = await createMemory({ database, embeddings: createOfflineEmbedder() });
    for (let count = 0; count < 40; count += 1) {
      await memory.remember({ content: 'The staging database ' + count + ' listens on 6543', project: 'p' });
      await memory.recall({ text: 'Which port is staging ' + count + ' on?', project: 'p' });
    }
    const peak = process.resourceUsage().maxRSS;
    await memory.close();
    process.stdout.write(String(peak));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: import.meta.dirname });
  let said = '';
  child.stdout.on('data', (data) => (said += data));
  await once(child, 'exit');
  await rm(folder, { recursive: true, force: true });
  return Number(said) / 1024;
}
