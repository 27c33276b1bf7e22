// A process of the lock tests: takes the lock of the folder given, says so, and keeps it until it is killed.
import { lockFolder } from '../../src/files/folder-lock.ts';

try {
  await lockFolder(process.argv[2] ?? '');
  process.stdout.write('held\n');
  setInterval(() => {}, 1_000);
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
