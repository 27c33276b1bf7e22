import { expect, it } from 'vitest';
import { explained, missingPeer } from './missing-peer.ts';

const notFound = (what: string) => Object.assign(new Error(what), { code: 'ERR_MODULE_NOT_FOUND' });

it.each([
  ["Cannot find package 'pg' imported from /app/node_modules/@devai/memory/dist/x.js", ['pg@']],
  ["Cannot find module 'openai'\nRequire stack:\n- /app/bundle.cjs", ['openai@']],
  ["Cannot find package '@supabase/supabase-js' imported from /app/x.js", ['@supabase/supabase-js@']],
  [
    "Cannot find package '@electric-sql/pglite' imported from /app/x.js",
    ['@electric-sql/pglite@', '@electric-sql/pglite-pgvector@'],
  ],
  [
    "Cannot find package '@electric-sql/pglite-pgvector' imported from /app/x.js",
    ['@electric-sql/pglite@', '@electric-sql/pglite-pgvector@'],
  ],
  ["Cannot find module '@electric-sql/pglite/nodefs'", ['@electric-sql/pglite@']],
])('names the missing package and how to install it: %s', (text, packages) => {
  const error = missingPeer('this store', notFound(text));
  expect(error).toMatchObject({ code: 'package_missing', isRetryable: false });
  for (const one of packages) expect(error?.message).toContain(`"${one}`);
  expect(error?.message).toContain('npm install');
});

it.each([
  "Cannot find package 'pg-protocol' imported from /app/node_modules/pg/lib/index.js",
  "Cannot find module '/app/node_modules/pg/lib/client.js'",
  "Cannot find package 'constructor' imported from /app/x.js",
  'connect ECONNREFUSED 127.0.0.1:5432',
])('leaves other errors of loading as they are: %s', (text) => {
  const error = notFound(text);
  expect(explained('this store', error)).toBe(error);
});
