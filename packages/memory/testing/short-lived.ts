import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Node's options for a process that ends soon. V8 would optimise the embedded store's engine in the background, which takes three seconds
 * of processor time, and a process that ends waits for that.
 */
export const shortLived = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/** Where such processes keep their compiled modules: some are started hundreds of times. */
export const compiledModules = { NODE_COMPILE_CACHE: join(tmpdir(), 'devai-compile-cache') };
