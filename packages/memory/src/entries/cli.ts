#!/usr/bin/env node
/** `npx devai-memory`: migrates a database. */
import { runStoreCommand } from '@devai/db/store-commands';
import manifest from '../../package.json' with { type: 'json' };
import { MemoryError } from '../errors.ts';
import { loadPg } from '../store/drivers/load-pg.ts';

const isAsked = process.argv.slice(2).some((word) => word === 'migrate' || word === 'status');
try {
  if (isAsked) await loadPg();
  await runStoreCommand({ name: 'npx devai-memory', version: manifest.version });
} catch (error) {
  if (!(error instanceof MemoryError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
