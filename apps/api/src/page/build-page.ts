import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const script = join(import.meta.dirname, '../../../web/build.ts');

/** Builds the page in a separate process if its sources have changed, and says so. Returns a function that ends the process. */
export function buildPage(say: (text: string) => void): () => void {
  if (!existsSync(script)) return () => {};
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (text) => say(String(text).trimEnd()));
  }
  return () => void child.kill();
}
