#!/usr/bin/env node
/** `npx devai-memory`: migrates a database. */
import { runStoreCommand } from '@devai/db/store-commands';
import manifest from '../../package.json' with { type: 'json' };
import { MemoryError } from '../errors.ts';
import { orMissing } from '../missing-peer.ts';

const isAsked = process.argv.slice(2).some((word) => word === 'migrate' || word === 'status');
try {
  if (isAsked) await import('pg').catch(orMissing('a store on a Postgres server'));
  await runStoreCommand({ name: 'npx devai-memory', version: manifest.version });
} catch (error) {
  if (!(error instanceof MemoryError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
