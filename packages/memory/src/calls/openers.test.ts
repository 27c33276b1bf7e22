import { describe, expect, it } from 'vitest';
import * as library from '../index.ts';

const { createCachingEmbedder, createOpenAIEmbedder } = library;
const { openPgliteDatabase, openPostgresDatabase, openSupabaseDatabase } = library;
const url = 'https://project.example';

describe('wrong settings are refused by their path, before anything is opened', () => {
  it.each<[string, (...given: never[]) => unknown, unknown[], string]>([
    ['openPgliteDatabase', openPgliteDatabase, [], 'settings: '],
    ['openPgliteDatabase', openPgliteDatabase, [{}], 'folder: needs one of the two'],
    ['openPgliteDatabase', openPgliteDatabase, [{ folder: '' }], 'folder: '],
    ['openPgliteDatabase', openPgliteDatabase, [{ folder: 'x', inMemory: true }], 'folder: needs one of'],
    ['openPgliteDatabase', openPgliteDatabase, [{ folder: 'x', inMemory: false }], 'inMemory: '],
    ['openPgliteDatabase', openPgliteDatabase, [{ inMemory: 'yes' }], 'inMemory: '],
    ['openPgliteDatabase', openPgliteDatabase, [{ folder: null }], 'folder: '],
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
    ['openSupabaseDatabase', openSupabaseDatabase, [], 'settings: '],
    ['openSupabaseDatabase', openSupabaseDatabase, [{ url: 'x', serviceRoleKey: 'key' }], 'url: '],
    ['openSupabaseDatabase', openSupabaseDatabase, [{ url }], 'serviceRoleKey: '],
    ['createOpenAIEmbedder', createOpenAIEmbedder, [], 'settings: '],
    ['createOpenAIEmbedder', createOpenAIEmbedder, [{}], 'apiKey: '],
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
