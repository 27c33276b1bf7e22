import { createHash } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fsyncFolder } from '../store/drivers/durable-node-fs.ts';
import { namesIn } from './journal-files.ts';

/**
 * Where messages of the journal are put that the store refuses for good: one file each, with the reason, for a person to look at. The
 * same one twice is one file.
 */
export function createRefusedEntries(folder: string) {
  return {
    folder,
    async put(line: string, reason: string): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = createHash('sha256').update(line).digest('hex').slice(0, 32);
      const path = join(folder, `${name}.json`);
      const file = await open(`${path}.new`, 'w', 0o600);
      try {
        await file.writeFile(`${JSON.stringify({ reason, line })}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.new`, path);
      fsyncFolder(folder);
    },
    async count(): Promise<number> {
      return (await namesIn(folder)).filter((name) => name.endsWith('.json')).length;
    },
  };
}
