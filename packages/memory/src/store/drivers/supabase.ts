import {
  defaultPlace,
  type FunctionName,
  type MigrationStatus,
  readSource,
  requireWhole,
  sourceAt,
  statusOf,
} from '@devai/db';
import { z } from 'zod';
import { checkSettings } from '../../calls/check-calls.ts';
import { parseStored } from '../call-function.ts';
import { databaseError } from '../database-error.ts';
import { MemoryError } from '../../errors.ts';
import { explained } from '../../missing-peer.ts';
import type { Database, Log } from '../../ports.ts';
import { httpAddress, log as logForm, schemaName } from '../../calls/settings-form.ts';
import { callTimeoutOf, givingUpOnSilence } from './giving-up.ts';
import { encodeJsonCall } from './encode-arguments.ts';
import { isLostDeadlock } from './lost-deadlock.ts';
import { migrationError, tellNewer } from './migrate-store.ts';

/** How `openSupabaseDatabase` reaches the API of a project. */
export type SupabaseSettings = {
  url: string;
  /** The service role key: the store is closed to every other role. */
  serviceRoleKey: string;
  /** The schema of the store, which the API must expose: `public` by default. */
  schema?: string | undefined;
  log?: Log | undefined;
  /** For tests: how requests are made. */
  fetch?: typeof fetch;
};
const settingsForm = z.strictObject({
  url: httpAddress,
  serviceRoleKey: z.string().min(1),
  schema: schemaName.optional(),
  log: logForm,
  fetch: z.custom((value) => value === undefined || typeof value === 'function').optional(),
});

/**
 * Opens a store on Supabase through its API: each call is one `rpc`. It does not migrate (the API cannot): throws
 * `database_failed` with what to do when the functions are not there, `database_outdated` and `database_newer` when they are not those
 * of this version, `database_unavailable` when nothing answers.
 */
export async function openSupabaseDatabase(settings: SupabaseSettings): Promise<Database> {
  checkSettings(settingsForm, settings);
  // loaded on demand: most stores are of another kind
  const { createClient } = await loadClient();
  const client = createClient(settings.url, settings.serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    ...(settings.fetch ? { global: { fetch: settings.fetch } } : {}),
  });
  const { schema = defaultPlace.schema, log } = settings;
  const store = client.schema(schema);
  const aborted = new AbortController();
  const database: Database = {
    kind: 'supabase',
    capabilities: { concurrentConnections: true, exclusive: false },
    async call(name, args) {
      if (aborted.signal.aborted) throw new MemoryError('closed', 'the store was closed');
      const signal = AbortSignal.any([aborted.signal, AbortSignal.timeout(callTimeoutOf(name))]);
      const given = encodeJsonCall(name, args);
      for (let tries = 1; ; tries += 1) {
        const answer = await store.rpc(`devai_${name}`, given).abortSignal(signal);
        if (!answer.error) return answer.data;
        if (!isLostDeadlock(answer.error.code, tries))
          throw apiError(new URL(settings.url).host, name, answer.status, answer.error);
      }
    },
    async migrationStatus() {
      return statusFrom(await database.call('get_versions', {}), schema);
    },
    async close() {
      aborted.abort();
    },
  };
  const status = await database.migrationStatus();
  try {
    tellNewer(requireWhole(status, schema), log);
  } catch (error) {
    throw migrationError(error);
  }
  return givingUpOnSilence(database, { log });
}

const named = z.object({ name: z.string(), hash: z.string() });
const storeVersions = z.object({
  vectorSchema: z.string().nullable(),
  migrations: named.extend({ isAdditive: z.boolean() }).array(),
  functions: named.extend({ parameters: z.string().array(), required: z.number() }).array(),
});

/** Throws `database_newer` and `database_failed` as migrating does. */
async function statusFrom(answer: unknown, schema: string): Promise<MigrationStatus> {
  const { vectorSchema, ...versions } = parseStored(
    storeVersions,
    answer,
    'the result of devai_get_versions',
  );
  try {
    return statusOf(versions, sourceAt(await readSource(), { schema, vectorSchema }));
  } catch (error) {
    throw migrationError(error);
  }
}

async function loadClient() {
  try {
    return await import('@supabase/supabase-js');
  } catch (error) {
    throw explained('a store on Supabase', error);
  }
}

type ApiFailure = { code: string; message: string };

/** PostgREST passes SQLSTATEs on; its own codes (PGRST…) and the gateway's statuses say the rest. */
function apiError(host: string, name: FunctionName, status: number, failure: ApiFailure): MemoryError {
  const isSqlState = /^[0-9A-Z]{5}$/.test(failure.code) && !failure.code.startsWith('PGRST');
  // what the database says reads as it does over a wire
  const cause = new Error(isSqlState ? failure.message : `${host}: ${name}: ${failure.message}`, {
    cause: failure,
  });
  // 42883 says that a function inside it is missing, and which
  if (failure.code === 'PGRST202') {
    const hint = 'apply db/migrations and db/functions first: "pnpm db migrate" with the connection string';
    return new MemoryError('database_failed', `the function devai_${name} is missing; ${hint}`, { cause });
  }
  if (failure.code === 'PGRST106') {
    const hint = "add it to the exposed schemas in the settings of the project's API";
    return new MemoryError('database_failed', `${host} does not expose the schema: ${hint}`, { cause });
  }
  if (status === 401 || status === 403 || failure.code === '42501') {
    const hint = 'SUPABASE_SERVICE_ROLE_KEY must be the service role key of this project';
    return new MemoryError('database_failed', `Supabase refused the key; ${hint}`, { cause });
  }
  // more than its gateway passes on: waiting would not help
  if (!isSqlState && status === 413)
    return databaseError(undefined, new RangeError(cause.message, { cause }));
  if (!isSqlState && (status === 0 || status === 429 || status >= 500))
    return databaseError(undefined, cause);
  return databaseError(isSqlState ? failure.code : 'XX000', cause);
}
