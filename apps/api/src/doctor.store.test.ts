import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOfflineEmbedder, MemoryError, type Database, type Memory } from '@devai/memory';
import { message } from '@devai/memory/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openMemory } from '../tests/open-memory.ts';
import { examine } from './doctor.ts';

const embedder = (id: string) => ({ embeddings: { ...createOfflineEmbedder(), id } });
const world = openMemory('test', embedder('an embedder of long ago'));
beforeEach(() => world.reopen(embedder('the embedder of today')));

describe('without the store’s embedder', () => {
  test('the doctor does not suggest starting the server for jobs that wait for vectors', async () => {
    await world.memory.remember({ content: 'the port is 8081', namespace: 'devai/user/facts' });
    await world.memory.jobs.drain();
    for (const name of ['waiting jobs', 'vectors']) {
      const check = await checkOf(name);
      expect(check).toMatchObject({ status: 'warning' });
      expect(check?.help).toMatch(/an embedder of long ago.*pnpm memory reembed/);
      expect(check?.help).not.toContain('pnpm start');
    }
  });

  test('the doctor suggests starting the server for other jobs', async () => {
    const session = { id: randomUUID(), project: null, agent: 'chapo' };
    await world.memory.sessions.open(session);
    await world.memory.sessions.append(session, [message('I prefer spaces.')]);
    await world.memory.sessions.end(session.id, { now: true });
    const check = await checkOf('waiting jobs');
    expect(check?.help).toMatch(/pnpm start.*pnpm memory reembed/);
  });
});

test('the doctor counts texts that the embedding service refuses, and says why', async () => {
  const offline = createOfflineEmbedder();
  const refusing: typeof offline.embed = async (texts) => {
    if (texts.some((text) => text.includes('poison'))) throw new MemoryError('embedding_failed', 'NaN');
    return offline.embed(texts);
  };
  await world.reopen({ embeddings: { ...offline, id: 'an embedder of long ago', embed: refusing } });
  const session = { id: randomUUID(), project: null, agent: 'chapo' };
  await world.memory.sessions.open(session);
  await world.memory.sessions.append(session, [message('good'), message('poison')]);
  await expect
    .poll(() => checkOf('vectors'))
    .toMatchObject({
      status: 'warning',
      detail: '1 text without a vector: NaN; found by words alone',
      help: expect.stringContaining('embedding service'),
    });
});

describe('the store’s tables and functions', () => {
  test('the doctor finds nothing in a store of this version', async () => {
    expect(await checkOf('schema')).toMatchObject({ status: 'ok', help: null });
  });

  test('the doctor names a function that is missing, also one that its own checks call, and says what to do', async () => {
    for (const signature of ['_stem(text)', 'count_open_jobs()', 'get_setting(text)']) {
      await without(signature, async () => {
        const check = await checkOf('schema');
        expect(check).toMatchObject({ status: 'problem', help: expect.stringContaining('Restart') });
        expect(check?.detail).toContain(signature.split('(')[0]);
      });
    }
    expect(await checkOf('schema')).toMatchObject({ status: 'ok' });
  });

  test('the doctor names functions of another version, but not hundreds of them', async () => {
    const { query } = world.host.store;
    const change = (set: string) => query(`update public.devai_functions set hash = ${set}`);
    await change(`hash || '-'`);
    const check = await checkOf('schema');
    await change(`rtrim(hash, '-')`);
    expect(check?.detail).toMatch(
      /functions are missing, or of another version: (\w+, ){7}\w+ and \d{3} more$/,
    );
  });

  test('the doctor says that a store is newer than the server', async () => {
    const { query } = world.host.store;
    await query(`insert into public.devai_migrations values ('9999_future', '', now())`);
    const check = await checkOf('schema');
    await query(`delete from public.devai_migrations where name = '9999_future'`);
    expect(check).toMatchObject({ status: 'problem', detail: expect.stringContaining('database_newer') });
    expect(check?.help).toContain('Update');
  });

  test('the doctor does not wait for them when the store is away', async () => {
    const away = () => Promise.reject(new MemoryError('database_unavailable', 'the store is down'));
    const migrationStatus = vi.fn<() => Promise<never>>(away);
    const { memory: given } = world;
    const memory = { ...given, stats: away };
    expect(await checkOf('store', undefined, {}, memory)).toMatchObject({ status: 'problem' });
    expect(await checkOf('schema', { kind: 'postgres', migrationStatus }, {}, memory)).toBeUndefined();
    expect(migrationStatus).not.toHaveBeenCalled();
  });

  test.each([
    ['postgres' as const, /pnpm db migrate.*same DATABASE_URL, or restart/],
    ['supabase' as const, /pnpm db migrate.*connection string.*pnpm db script.*SQL editor/],
  ])('on %s, the doctor names the command that puts it right', async (kind, command) => {
    const migrationStatus = async () => ({
      applied: [],
      pending: ['0099_x'],
      changedFunctions: [],
      newer: [],
    });
    expect(await checkOf('schema', { kind, migrationStatus })).toMatchObject({
      status: 'problem',
      detail: expect.stringContaining('0099_x'),
      help: expect.stringMatching(command),
    });
  });
});

describe('folders', () => {
  test('the doctor finds nothing wrong with one that is made when it is needed', async () => {
    const { path } = world.host;
    expect(await folderCheck(path)).toMatchObject({ status: 'ok', detail: `${path} can be written` });
    expect(await folderCheck(join(path, 'not', 'yet'))).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('when it is needed'),
    });
  });

  test('the doctor names one that cannot be made', async () => {
    await writeFile(join(world.host.path, 'file'), '');
    expect(await folderCheck(join(world.host.path, 'file', 'data'))).toMatchObject({
      status: 'problem',
      detail: expect.stringContaining('ENOTDIR'),
    });
  });

  const folderCheck = (path: string) => checkOf('data folder', undefined, { 'data folder': path });
});

/** While a function of the store is not there. */
async function without(signature: string, work: () => Promise<void>): Promise<void> {
  const { query } = world.host.store;
  const name = `public.devai_${signature}`;
  const [row] = await query(`select pg_get_functiondef('${name}'::regprocedure) as text`);
  await query(`drop function ${name}`);
  try {
    await work();
  } finally {
    await query(String(row?.['text']));
  }
}

const later = () => new Date(Date.now() + 30 * 60_000);

const checkOf = async (
  name: string,
  database: Pick<Database, 'kind' | 'migrationStatus'> = world.host.store.database,
  folders: Record<string, string> = {},
  memory: Memory = world.memory,
) =>
  (
    await examine({
      memory,
      database,
      info: { offline: () => true, models: () => [], storePlace: '/data' },
      folders,
      shell: null,
      clock: { now: later },
    })
  ).find((check) => check.name === name);
