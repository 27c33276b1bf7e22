import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MemoryError } from './errors.ts';

/**
 * Finds the file of a module of this library that is loaded by its place: where it is `beside` the module that asks, or, since a bundler may
 * have taken that one alone, in the installed package. Throws `package_missing` if it is at neither.
 */
export function ownFile(beside: () => URL, path: string): string {
  // in a bundle of CommonJS, modules have no address
  const hasAddress = URL.canParse('.', import.meta.url);
  const file = hasAddress ? fileURLToPath(beside()) : '';
  if (existsSync(file)) return file;
  const bundle = hasAddress ? import.meta.url : (process.argv[1] ?? '');
  for (const from of [bundle, join(process.cwd(), 'bundle.js')]) {
    try {
      return createRequire(from).resolve(`@devai/memory/internal/${path}`);
    } catch {
      // tried from the other place
    }
  }
  throw new MemoryError(
    'package_missing',
    `a part of @devai/memory (${path}) is not in this bundle: install @devai/memory where the bundle runs, or leave it out of the bundle ("external")`,
  );
}
