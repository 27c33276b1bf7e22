#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };

const usage = `pnpm start

Serves DevAI's API. It takes no arguments; variables configure it, all of them in docs/operations.md:

  HOST, PORT                       where it listens (127.0.0.1:3000)
  DEVAI_DATA                       the folder of the embedded store (./.devai)
  WORKSPACE_ROOT                   the folder that the agent works in (./workspace)
  DATABASE_URL, SUPABASE_URL       a database in place of the embedded store
  OPENAI_API_KEY, ZAI_API_KEY      a model; without one DevAI runs offline
  LOG_LEVEL                        debug, info, warn (default) …

  -h, --help                       this text
  --version                        the version
`;

try {
  // pnpm passes on the -- that users put before the arguments
  const args = process.argv.slice(2).filter((word) => word !== '--');
  const { help, version } = parseArgs({
    args,
    options: { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } },
  }).values;
  if (help === true || version === true)
    process.stdout.write(help === true ? usage : `${manifest.version}\n`);
  else void start();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nSee --help.\n`);
  process.exitCode = 2;
}

async function start(): Promise<void> {
  // in a folder that only the owner can write
  enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
  // loaded on demand, because help and usage errors need no server
  const { spareMemory } = await import('./spare-memory.ts');
  spareMemory();
  const { fail, serve } = await import('./serve.ts');
  await serve().catch(fail);
}
