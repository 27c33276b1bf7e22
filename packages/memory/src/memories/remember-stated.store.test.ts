import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OpenTestDatabase } from '../../testing/reused-stores.ts';
import { embeddedStores } from '../../testing/test-pglite.ts';
import { createOfflineEmbedder } from '../embeddings/offline-embedder.ts';
import { createMemory, type Memory } from '../memory.ts';

let memory: Memory;
let store: OpenTestDatabase;
beforeEach(async () => {
  store = await embeddedStores.open();
  memory = await createMemory({ database: store.database, embeddings: createOfflineEmbedder() });
});
afterEach(async () => {
  await memory.close();
  await store.close();
});

// Secrets are put together at run time, so that no scanner mistakes this file for a leak.
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const token = (length: number): string =>
  Array.from({ length }, (_, index) => letters[(index * 37 + 11) % letters.length]).join('');
const jwt = [`eyJ${token(20)}`, `eyJ${token(40)}0`, `S${token(42)}`].join('.');
const armour = (word: string): string => `-----${word} RSA PRIVATE KEY-----`;
const privateKey = [armour('BEGIN'), token(64), token(64), armour('END')].join('\n');

it.each([
  [
    'a token whose dots could end sentences',
    `remember this: log in with ${jwt}`,
    'log in with [redacted:jwt]',
  ],
  ['a private key below the asking', `Remember this:\n${privateKey}`, '[redacted:private-key]'],
  [
    'a private key in a list',
    `Remember this:\n- the key is ${privateKey}`,
    'the key is [redacted:private-key]',
  ],
])('no part of a secret is stored that stands over several: %s', async (_, text, stored) => {
  await memory.rememberStated({ text, project: null, sessionId: randomUUID(), messageNumber: null });
  expect((await memory.memories.list({})).map(({ content }) => content)).toEqual([stored]);
});
