import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

/**
 * Node's options for a process that ends soon. V8 would optimise the embedded store's engine in the background, which takes three seconds
 * of processor time, and a process that ends waits for that.
 */
export const shortLived = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/** Where such processes keep their compiled modules: some are started hundreds of times. */
export const compiledModules = { NODE_COMPILE_CACHE: join(tmpdir(), 'devai-compile-cache') };

/**
 * Sets the options of `shortLived` in this process, for the engines of embedded stores that start until the returned function is called.
 * For test files that are alone in their process, or that open and close stores again and again. Call that function before replies of a
 * model are streamed: some did not end in a server that ran with these options.
 */
export function startShortLivedEngines(): () => void {
  for (const option of shortLived) setFlagsFromString(option);
  return () => {
    for (const option of shortLived) setFlagsFromString(option.replace('--no-', '--'));
  };
}
