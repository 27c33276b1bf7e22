import { expect, it } from 'vitest';
import { choosePostgres, type PostgresServer } from './postgres-server.ts';

const image = 'pgvector/pgvector:pg17';

/** What is chosen with this environment on a machine whose Docker does this, and what is said of it. */
async function choose(
  env: Record<string, string>,
  docker: 'absent' | 'starts' | { refuses: string },
): Promise<{ url: string | null; said: string[]; log: string[] }> {
  const said: string[] = [];
  const log: string[] = [];
  const { url, stop } = await choosePostgres({
    env,
    dockerAnswers: async () => {
      log.push('asked');
      return docker !== 'absent';
    },
    startContainer: async (name): Promise<PostgresServer> => {
      log.push(`started ${name}`);
      if (typeof docker === 'object') throw new Error(docker.refuses);
      return { url: 'postgres://in-docker', stop: async () => void log.push('stopped') };
    },
    dropStores: async (on) => void log.push(`dropped the stores on ${on}`),
    say: (line) => said.push(line),
  });
  await stop();
  return { url, said, log };
}

it('uses the server of TEST_DATABASE_URL without asking Docker, and leaves no stores on it', async () => {
  const env = { TEST_DATABASE_URL: 'postgres://given' };
  const log = ['dropped the stores on postgres://given'];
  expect(await choose(env, 'starts')).toEqual({ url: 'postgres://given', said: [], log });
});

it('uses a container where Docker answers, and stops it', async () => {
  expect(await choose({ TEST_DATABASE_URL: '' }, 'starts')).toEqual({
    url: 'postgres://in-docker',
    said: [],
    log: ['asked', `started ${image}`, 'stopped'],
  });
});

it('says in one line that neither exists', async () => {
  expect(await choose({}, 'absent')).toEqual({
    url: null,
    said: ['No Docker and no TEST_DATABASE_URL: what needs a Postgres server is left out.'],
    log: ['asked'],
  });
});

it('says in one line why Docker has no server for it', async () => {
  const { url, said } = await choose({}, { refuses: '(HTTP code 500) server error -\n  no such host ' });
  expect(url).toBeNull();
  expect(said).toEqual([
    `Docker answers, but ${image} does not start ((HTTP code 500) server error - no such host): what needs a Postgres server is left out.`,
  ]);
});

it('fails without a server if TEST_STORES demands one', async () => {
  const env = { TEST_STORES: 'postgres' };
  await expect(choose(env, 'absent')).rejects.toThrow(
    'TEST_STORES demands a Postgres server. No Docker and no TEST_DATABASE_URL',
  );
  await expect(choose(env, { refuses: 'no such host' })).rejects.toThrow(/demands .* start \(no such host\)/);
  expect(await choose(env, 'starts')).toMatchObject({ url: 'postgres://in-docker', said: [] });
});

it('refuses a TEST_STORES that it does not know', async () => {
  await expect(choose({ TEST_STORES: 'postgers' }, 'starts')).rejects.toThrow('TEST_STORES');
});
