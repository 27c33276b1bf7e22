import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { MemoryError, errorCodes, type Clock, type Database, type Memory } from '@devai/memory';
import type { z } from 'zod';
import { counted } from '@devai/fastify/counted';
import { describeStore } from '@devai/fastify/protocol/describe-store';
import type { Check, ServerInfo } from '@devai/fastify/protocol/server';
import type { stats } from '@devai/fastify/protocol/upkeep';
import type { Shell } from './tools/shell.ts';
import { onlyUser } from '@devai/fastify/users/caller';

type Patient = {
  memory: Memory;
  database: Pick<Database, 'kind' | 'migrationStatus'>;
  clock: Clock;
  info: Pick<ServerInfo, 'offline' | 'models' | 'storePlace'>;
  /** Folders that must be writable, by what they are for. */
  folders: Record<string, string>;
  /** Null: the agent may run no commands. */
  shell: Pick<Shell, 'sandbox'> | null;
};

/** A job that has been due for so many minutes shows that no server works on jobs. */
const overdueAfter = 10;

/** The most waiting jobs whose kind is checked. */
const mostListed = 500;

/** Checks everything that can be wrong with a running server. Its only change: it stores messages that waited in the journal. */
export async function examine(patient: Patient): Promise<Check[]> {
  const folders = await Promise.all(
    Object.entries(patient.folders).map(([name, path]) => checkFolder(name, path)),
  );
  return [
    ...(await checkStore(patient)),
    checkModels(patient.info),
    ...checkShell(patient.shell),
    ...folders,
  ];
}

function checkShell(shell: Patient['shell']): Check[] {
  if (shell === null) return [];
  return [
    shell.sandbox
      ? ok('shell', 'commands run in bubblewrap: no network, only the workspace can be written')
      : ok('shell', 'commands run without a sandbox: they can do what this server can'),
  ];
}

async function checkStore({ memory, database, clock, info }: Patient): Promise<Check[]> {
  const { kind } = memory.store;
  try {
    const { memories, ceiling, jobs } = await memory.stats();
    return [
      ok(
        'store',
        `${describeStore({ kind, place: info.storePlace })} holds ${counted(memories.valid, 'memory')}`,
      ),
      ...checkNotices(memory),
      checkEmbedder(memory),
      checkVectors(memory, memories.unembedded),
      checkCeiling(ceiling),
      ...(await checkJobs(memory, clock.now(), {
        areHeldBack: ceiling.code !== null,
        waiting: jobs.waiting,
      })),
      ...(await checkJournal(memory)),
      await checkSchema(database),
    ];
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    const failed = problem('store', `${error.code}: ${error.message}`, errorCodes[error.code].help);
    // a store that does not answer would only take long to not answer again
    return error.code === 'database_unavailable' ? [failed] : [failed, await checkSchema(database)];
  }
}

function checkNotices({ store }: Memory): Check[] {
  if (store.sharedNotice === null) return [];
  const help = 'Give DATABASE_URL the address of the server itself, or of a pooler in session mode.';
  return [warning('notices', store.sharedNotice, help)];
}

/** The most missing functions that are named. */
const mostNamed = 8;

/** Whether the tables and functions are those of this version. Opening a store puts them right, so this is about what happened since. */
async function checkSchema({ kind, migrationStatus }: Patient['database']): Promise<Check> {
  try {
    const { pending, changedFunctions } = await migrationStatus();
    const lacks = [
      ...(pending.length > 0 ? [`migrations are not applied: ${pending.join(', ')}`] : []),
      ...(changedFunctions.length > 0
        ? [`functions are missing, or of another version: ${shortened(changedFunctions)}`]
        : []),
    ];
    if (lacks.length === 0) return ok('schema', 'tables and functions are those of this version');
    return problem(
      'schema',
      lacks.join('; '),
      kind === 'pglite'
        ? 'Restart the server: it puts them right when it starts.'
        : kind === 'supabase'
          ? 'Run `pnpm db migrate` with the connection string as DATABASE_URL, or the script of `pnpm db script` in the SQL editor.'
          : 'Run `pnpm db migrate` with the same DATABASE_URL, or restart the server: both put them right.',
    );
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return problem('schema', `${error.code}: ${error.message}`, errorCodes[error.code].help);
  }
}

const shortened = (names: string[]): string =>
  names.length <= mostNamed
    ? names.join(', ')
    : `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} more`;

function checkEmbedder(memory: Memory): Check {
  const { embedder, embedderNotice } = memory.store;
  if (embedderNotice === null) return ok('embedder', embedder);
  return warning(
    'embedder',
    embedderNotice,
    'Move the store to the configured embedder with `pnpm memory reembed`.',
  );
}

function checkVectors({ store }: Memory, missing: number): Check {
  if (store.vectorsNotice !== null)
    return warning(
      'vectors',
      store.vectorsNotice,
      'Correct what the embedding service says; restart the server to try texts again that it refused.',
    );
  if (missing === 0) return ok('vectors', 'every memory has its vector');
  return warning(
    'vectors',
    `without a vector, so only words find them: ${counted(missing, 'memory')}`,
    store.canEmbed
      ? 'A background job fills them in; `pnpm memory reembed` does it now.'
      : forVectors(store.embedder),
  );
}

function checkCeiling({ limit, used, reached, code }: z.infer<typeof stats>['ceiling']): Check {
  if (code === 'user_limit_reached')
    return warning(
      'ceiling',
      `${used} tokens today: background work waits for users who reached their limit`,
      'It continues tomorrow (UTC), or with a higher MEMORY_USER_DAILY_TOKEN_LIMIT. `pnpm memory stats --user` shows those of one.',
    );
  if (limit === null) return ok('ceiling', `${used} tokens today, no limit`);
  if (!reached) return ok('ceiling', `${used} of ${limit} tokens today`);
  return warning(
    'ceiling',
    `${used} of ${limit} tokens today: background work waits`,
    'It continues tomorrow (UTC), or with a higher MEMORY_DAILY_TOKEN_LIMIT.',
  );
}

/** `areHeldBack`: above the ceiling due jobs wait on purpose, which the ceiling's own check reports. */
async function checkJobs(
  memory: Memory,
  now: Date,
  { areHeldBack, waiting }: { areHeldBack: boolean; waiting: number },
): Promise<Check[]> {
  const { open, due, failing, dead, nextRunAt } = await memory.jobs.count();
  const minutes = nextRunAt ? (now.getTime() - nextRunAt.getTime()) / 60_000 : 0;
  return [
    dead + failing === 0
      ? ok('failed jobs', 'none')
      : warning(
          'failed jobs',
          `${counted(dead, 'job')} failed for good, ${failing} with tries left`,
          '`pnpm memory jobs` shows why; `pnpm memory jobs retry --all` tries again at once.',
        ),
    due > 0 && minutes > overdueAfter && !areHeldBack
      ? warning(
          'waiting jobs',
          `due, the first for ${Math.round(minutes)} minutes: ${counted(due, 'job')}`,
          memory.store.canEmbed
            ? 'Start the server (`pnpm start`): it works on them.'
            : await helpWithoutEmbedder(memory, waiting),
        )
      : ok('waiting jobs', `${open} open, ${due} due`),
  ];
}

const forVectors = (embedder: string): string =>
  `Vectors wait for ${embedder}: configure it again, or move the store to the configured embedder with \`pnpm memory reembed\`.`;

/** Help for jobs that wait. Only the store's embedder can make vectors, and a server with this configuration does not have it. */
async function helpWithoutEmbedder(memory: Memory, count: number): Promise<string> {
  // vectors are the work of this user's jobs; what else waits may be another's
  const waiting = await memory.as(onlyUser).jobs.list({ status: 'waiting', limit: mostListed });
  const help = forVectors(memory.store.embedder);
  return waiting.length >= Math.min(count, mostListed) && waiting.every(({ kind }) => kind === 'embed')
    ? help
    : `Start the server (\`pnpm start\`): it works on them, but not on vectors. ${help}`;
}

async function checkJournal({ sessions }: Memory): Promise<Check[]> {
  await sessions.flush();
  const { waiting, problem: why, refused, folder } = await sessions.journal();
  return [
    waiting === 0 && why === null
      ? ok('journal', 'no message waits to be stored')
      : warning(
          'journal',
          `waiting to be stored: ${counted(waiting, 'message')}${why === null ? '' : ` (${why})`}`,
          'They are stored when the store can be reached again.',
        ),
    ...(refused === 0
      ? []
      : [
          problem(
            'refused messages',
            `refused by the store for good: ${counted(refused, 'message')} of the journal`,
            `They are in ${folder}, each with the reason. Delete what you do not need.`,
          ),
        ]),
  ];
}

function checkModels({ offline, models }: Patient['info']): Check {
  if (!offline()) return ok('models', models().join(', '));
  return ok(
    'models',
    'offline: rules extract and decide; connect a model on the page, or set OPENAI_API_KEY, ZAI_API_KEY or DEVAI_PROVIDERS',
  );
}

/** One that is missing is made when something is to be written there. */
async function checkFolder(name: string, path: string): Promise<Check> {
  const place = await nearestOf(path);
  try {
    await access(place, constants.R_OK | constants.W_OK);
    return ok(name, place === path ? `${path} can be written` : `${path} is made when it is needed`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return problem(name, why, `Make ${path} a folder that this user can write.`);
  }
}

/** The path, or the nearest above it where something is. */
async function nearestOf(path: string): Promise<string> {
  try {
    await access(path);
    return path;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing && dirname(path) !== path ? nearestOf(dirname(path)) : path;
  }
}

const checkOf =
  (status: Check['status']) =>
  (name: string, detail: string, help: string | null = null): Check => ({ name, status, detail, help });
const ok = checkOf('ok');
const warning = checkOf('warning');
const problem = checkOf('problem');
