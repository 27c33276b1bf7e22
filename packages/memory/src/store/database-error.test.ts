import { describe, expect, it } from 'vitest';
import { databaseError } from './database-error.ts';
import type { ErrorCode, MemoryError } from '../errors.ts';
import { createSqlDatabase } from './drivers/sql-database.ts';
import { openSupabaseDatabase } from './drivers/supabase.ts';

const table: Row[] = [
  ['22DV1', 'invalid_input', false],
  ['22DV2', 'not_found', false],
  ['22DV3', 'conflict', true],
  ['22DV6', 'conflict', false],
  ['22DV4', 'lease_lost', true],
  ['22DV5', 'session_busy', true],
  ['22P02', 'invalid_input', false],
  ['22021', 'invalid_input', false],
  ['23502', 'invalid_input', false],
  ['23514', 'invalid_input', false],
  ['23505', 'conflict', true],
  ['54000', 'invalid_input', false],
  ['08000', 'database_unavailable', true],
  ['08003', 'database_unavailable', true],
  ['08006', 'database_unavailable', true],
  ['53100', 'database_unavailable', true],
  ['53200', 'database_unavailable', true],
  ['53300', 'database_unavailable', true],
  ['57P01', 'database_unavailable', true],
  ['57P02', 'database_unavailable', true],
  ['57P03', 'database_unavailable', true],
  ['57P05', 'database_unavailable', true],
  ['58030', 'database_unavailable', true],
  ['58P01', 'database_failed', false],
  ['25006', 'database_unavailable', true],
  ['57014', 'database_failed', true],
  ['40001', 'database_failed', true],
  ['40P01', 'database_failed', true],
  ['55P03', 'database_failed', true],
  ['XX000', 'database_failed', true],
  ['42P01', 'database_failed', false],
  ['3D000', 'database_failed', false],
  ['57P04', 'database_failed', false],
];

describe.each(table)('SQLSTATE %s', (sqlState, code, isRetryable) => {
  it(`is ${code}${isRetryable ? ', and may be tried again,' : ''} from a driver that speaks SQL`, async () => {
    const cause = answered(sqlState);
    expect(await throughSql(cause)).toMatchObject({ code, isRetryable, cause });
  });

  it.each([400, 500, 503])(
    'is the same from the API of Supabase, whatever the status (%s)',
    async (status) => {
      const error = await throughApi(
        json(status, { code: sqlState, message: `as ${sqlState} says`, details: null, hint: null }),
      );
      expect(error).toMatchObject({ code, isRetryable });
      expect(error.message).toContain(sqlState);
    },
  );
});

describe('a server that does not answer', () => {
  it.each([
    ...[
      'EPIPE',
      'ECONNRESET',
      'ECONNREFUSED',
      'ETIMEDOUT',
      'EHOSTUNREACH',
      'ENOTFOUND',
      'EBUSY',
      'ENOSPC',
    ].map(ofSystem),
    // as pg says it
    new Error('Connection terminated unexpectedly'),
    new Error('Query read timeout'),
    new Error('timeout exceeded when trying to connect'),
    new AggregateError([ofSystem('ECONNREFUSED'), ofSystem('ECONNREFUSED')]),
    // as PGlite says it
    new Error('PGlite is closed'),
    Object.assign(new Error('memory access out of bounds'), { name: 'RuntimeError' }),
  ])('is an outage: $message', async (thrown) => {
    expect(await throughSql(thrown)).toMatchObject({ code: 'database_unavailable', isRetryable: true });
  });

  it.each<[string, () => Promise<Response>]>([
    ['a connection that fails', () => Promise.reject(new TypeError('fetch failed'))],
    ['a gateway that fails', async () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['too many requests', json(429, { message: 'slow down' })],
    ['PostgREST without its database', json(503, { code: 'PGRST002', message: 'no connection' })],
    ['PostgREST that waited for a connection', json(504, { code: 'PGRST003', message: 'timed out' })],
  ])('is an outage from the API of Supabase, too: %s', async (_, answer) => {
    expect(await throughApi(answer)).toMatchObject({ code: 'database_unavailable', isRetryable: true });
  });

  it('is no outage when a gateway finds the request too large', async () => {
    const error = await throughApi(async () => new Response('<h1>Too large</h1>', { status: 413 }));
    expect(error).toMatchObject({ code: 'invalid_input', isRetryable: false });
  });

  it.each([
    'SELF_SIGNED_CERT_IN_CHAIN',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ])('is an outage that does not pass by itself when its certificate is not trusted: %s', async (code) => {
    const away = { code: 'database_unavailable', isRetryable: false };
    expect(await throughSql(ofSystem(code))).toMatchObject(away);
  });

  it('is no outage when the request was too large for one call', () => {
    expect(databaseError(undefined, new RangeError('Invalid string length'))).toMatchObject({
      code: 'invalid_input',
      isRetryable: false,
    });
  });
});

it('asks the API for the schema of the store, and says how to expose one that it hides', async () => {
  const asked: (string | null)[] = [];
  const opening = (schema?: string) =>
    openSupabaseDatabase({
      ...{ url: 'http://127.0.0.1:1', serviceRoleKey: 'key', schema },
      fetch: async (_, init) => {
        asked.push(new Headers(init?.headers).get('content-profile'));
        return json(406, { code: 'PGRST106', message: 'The schema must be one of: public' })();
      },
    });
  const hidden = { code: 'database_failed', message: expect.stringContaining('exposed schemas') };
  await expect(opening()).rejects.toMatchObject(hidden);
  await expect(opening('agent')).rejects.toMatchObject(hidden);
  expect(asked).toEqual(['public', 'agent']);
});

it.each(['EMFILE', 'ENFILE'])(
  'says of %s that this process is at a limit, and not that the store is down',
  async (code) => {
    const error = await throughSql(ofSystem(code));
    expect(error).toMatchObject({ code: 'database_unavailable', isRetryable: true });
    expect(error.message).toMatch(/ulimit -n/);
    expect(error.message).not.toContain('is down');
  },
);

it('names the address of an unreachable API, and nothing of the key', async () => {
  const error = await throughApi(() => Promise.reject(new TypeError('fetch failed')));
  expect(error.message).toContain('127.0.0.1:1');
  expect(error.message).not.toContain('key');
});

/** As pg and PGlite throw what the server answered. */
function answered(code: string) {
  return Object.assign(new Error(`as ${code} says`), { severity: 'ERROR', code });
}

/** As Node throws what the system answered. */
function ofSystem(code: string) {
  return Object.assign(new Error(`write ${code}`), { errno: -1, code, syscall: 'write' });
}

/** What a driver that speaks SQL makes of what its engine throws. */
async function throughSql(thrown: Error): Promise<MemoryError> {
  const database = createSqlDatabase({
    kind: 'postgres',
    capabilities: { concurrentConnections: true, exclusive: false },
    query: () => Promise.reject(thrown),
    end: () => Promise.resolve(),
  });
  return database.call('count_open_jobs', {}).then(
    () => expect.unreachable(),
    (error: MemoryError) => error,
  );
}

/** What the driver of Supabase makes of an answer of its API, or of none. */
async function throughApi(answer: () => Promise<Response>): Promise<MemoryError> {
  return openSupabaseDatabase({ url: 'http://127.0.0.1:1', serviceRoleKey: 'key', fetch: answer }).then(
    () => expect.unreachable(),
    (error: MemoryError) => error,
  );
}

function json(status: number, body: object) {
  return async () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

type Row = [sqlState: string, code: ErrorCode, isRetryable: boolean];
