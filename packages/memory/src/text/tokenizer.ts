import { createRequire } from 'node:module';
import { ownFile } from '../own-file.ts';
import type * as O200kBase from './o200k-base.ts';

type Tokenizer = typeof O200kBase;

let loaded: Tokenizer | null = null;
let loading: Promise<Tokenizer> | null = null;

/**
 * Loads the tokenizer, which takes up to half a second and 70 MB: not when this library is imported, but while a store opens. Idempotent.
 */
export async function loadTokenizer(): Promise<void> {
  loading ??= import('./o200k-base.ts');
  use(await loading);
}

/** Returns the tokenizer; loads it if nobody did. */
export function tokenizer(): Tokenizer {
  if (loaded) return loaded;
  const file = ownFile(() => new URL('./o200k-base.ts', import.meta.url), 'text/o200k-base');
  return use(createRequire(file)(file));
}

function use(found: Tokenizer): Tokenizer {
  if (loaded) return loaded;
  // the default cache of 100,000 words would keep as many source texts in memory
  found.setMergeCacheSize(1_000);
  loaded = found;
  return found;
}
