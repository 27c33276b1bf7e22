import { describe, expect, it } from 'vitest';
import * as library from '../index.ts';

const { createCachingEmbedder, createOpenAIEmbedder } = library;
const { openPgliteDatabase, openPostgresDatabase, openSupabaseDatabase } = library;
const url = 'https://project.example';
const pool = { connect() {}, on() {}, off() {} };

/** The opener's name, the opener, what it is given, and what it says. */
type Refusal = [string, (...given: never[]) => unknown, unknown[], string];

describe('wrong settings are refused by their path, before anything is opened', () => {
  it.each<Refusal>([
    ['openPgliteDatabase', openPgliteDatabase, [], 'settings: '],
    ['openPgliteDatabase', openPgliteDatabase, [{}], 'folder: needs one of the two'],
    ['openPgliteDatabase', openPgliteDatabase, [{ folder: '' }], 'folder: '],
    ['openPgliteDatabase', openPgliteDatabase, [{ folder: 'x', inMemory: true }], 'folder: needs one of'],
    ['openPgliteDatabase', openPgliteDatabase, [{ folder: 'x', inMemory: false }], 'inMemory: '],
    ['openPgliteDatabase', openPgliteDatabase, [{ inMemory: 'yes' }], 'inMemory: '],
    ['openPgliteDatabase', openPgliteDatabase, [{ folder: null }], 'folder: '],
    ['openPgliteDatabase', openPgliteDatabase, [{ folder: 'x', path: 'x' }], '"path"'],
    ['openPgliteDatabase', openPgliteDatabase, [{ folder: 'x', log: {} }], 'log: needs the methods'],
    ['openPostgresDatabase', openPostgresDatabase, [], 'settings: '],
    ['openPostgresDatabase', openPostgresDatabase, [{ url: 'nonsense' }], 'url: needs the address'],
    ['openPostgresDatabase', openPostgresDatabase, [{ url }], 'url: needs the address'],
    [
      'openPostgresDatabase',
      openPostgresDatabase,
      [{ url: 'postgres://h:port/db' }],
      'url: needs the address',
    ],
    ['openPostgresDatabase', openPostgresDatabase, [{ url: 'postgres://h/db', poolSize: 0 }], 'poolSize: '],
    ...[
      [{ poolsize: 3, url: 'postgres://h/db' }, '"poolsize"'],
      [{ url: 'postgres://h/db', Schema: 'agent' }, '"Schema"'],
      [{ url: 'postgres://h/db', connectionString: 'postgres://h/db' }, '"connectionString"'],
      [{ url: 'postgres://h/db', schema: 'pg_agent' }, 'schema: '],
      [{ url: 'postgres://h/db', schema: '' }, 'schema: '],
      [{ url: 'postgres://h/db', schema: "a'b" }, 'schema: '],
      [{ url: 'postgres://h/db', schema: null }, 'schema: '],
      [{ url: 'postgres://h/db', migrate: 'no' }, 'migrate: '],
      [{ url: 'postgres://h/db', password: 3 }, 'password: '],
      [{ url: 'postgres://h/db', ssl: 'require' }, 'ssl: '],
      [{ url: 'postgres://h/db', migrate: false, runtimeRole: 'app' }, 'runtimeRole: '],
      [{ url: 'postgres://h/db', pool }, 'pool: has its own address'],
      [{ pool: {} }, 'pool: needs the methods'],
      [{ pool, poolSize: 3 }, 'poolSize: belongs to "url"'],
      [{ pool, ssl: true }, 'ssl: belongs to "url"'],
      [{}, 'url: needs the address'],
    ].map(([settings, problem]): Refusal => [
      'openPostgresDatabase',
      openPostgresDatabase,
      [settings],
      String(problem),
    ]),
    ['openSupabaseDatabase', openSupabaseDatabase, [{ url, serviceRoleKey: 'k', key: 'k' }], '"key"'],
    [
      'openSupabaseDatabase',
      openSupabaseDatabase,
      [{ url, serviceRoleKey: 'k', schema: 'pg_x' }],
      'schema: ',
    ],
    ['openSupabaseDatabase', openSupabaseDatabase, [], 'settings: '],
    ['openSupabaseDatabase', openSupabaseDatabase, [{ url: 'x', serviceRoleKey: 'key' }], 'url: '],
    ['openSupabaseDatabase', openSupabaseDatabase, [{ url }], 'serviceRoleKey: '],
    ['createOpenAIEmbedder', createOpenAIEmbedder, [], 'settings: '],
    ['createOpenAIEmbedder', createOpenAIEmbedder, [{}], 'model: '],
    ['createOpenAIEmbedder', createOpenAIEmbedder, [{ model: 'm' }], 'apiKey: needs either'],
    ['createOpenAIEmbedder', createOpenAIEmbedder, [{ apiKey: '', model: 'm' }], 'apiKey: '],
    ['createOpenAIEmbedder', createOpenAIEmbedder, [{ apiKey: 'k', model: 'm', baseURL: 'x' }], 'baseURL: '],
    ['createCachingEmbedder', createCachingEmbedder, [], 'embedder: needs the methods embed'],
    [
      'createCachingEmbedder',
      createCachingEmbedder,
      [library.createOfflineEmbedder(), { entries: 0 }],
      'entries: ',
    ],
  ])('%s', async (_, open, given, problem) => {
    const opening = async () => Reflect.apply(open, undefined, given);
    await expect(opening()).rejects.toThrow(library.MemoryError);
    await expect(opening()).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(problem),
    });
  });
});
