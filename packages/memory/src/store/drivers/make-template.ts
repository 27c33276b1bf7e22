// Makes the template, if it is not there yet, in a process of its own: with `--no-wasm-tier-up --no-wasm-dynamic-tiering` that takes a fifth
// less processor time and half of the memory.
import { readTemplate } from './pglite-template.ts';

await readTemplate();
process.exit();
