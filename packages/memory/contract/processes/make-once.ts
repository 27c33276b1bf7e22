// Usage: make-once.ts <folder> <slow|fast>. Asks for what is made once, says "making" when it makes it, and "made" at the end.
import { setTimeout as sleep } from 'node:timers/promises';
import { madeOnce } from '../../src/files/made-once.ts';

const [folder = '', pace] = process.argv.slice(2);
await madeOnce(folder, 'key', async () => {
  process.stdout.write('making\n');
  await sleep(pace === 'slow' ? 60_000 : 200);
  return Buffer.from('bytes');
});
process.stdout.write('made\n');
