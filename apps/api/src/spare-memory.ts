import { totalmem } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/** Bytes of memory that suffice for the peak of the optimising compiler together with the sentence model. */
const roomy = 1.5 * 1024 ** 3;

/**
 * Leaves the embedded store's engine unoptimised if memory is scarce: V8 needs 600 MB to compile its largest function. A search
 * then takes a tenth to two fifths more processor time. Call it before the store is opened. `bytes`: what the process may use.
 */
export function spareMemory(bytes = Math.min(process.constrainedMemory(), totalmem())): void {
  if (bytes >= roomy) return;
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}
