// Runs a script for `pnpm start`, `chat` and `memory` with the installed Node. On a fresh clone it first installs what they need, without
// the development tools. It is JavaScript because the Node that runs this file may be too old for TypeScript.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const pnpm = process.env['npm_execpath'] ?? 'pnpm';
const isScript = /\.[cm]?js$/.test(pnpm);
const program = isScript ? process.execPath : pnpm;
const call = (...words) => (isScript ? [pnpm, ...words] : words);

if (!existsSync('node_modules')) {
  const { status } = spawnSync(program, call('install', '--prod'), { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  makeTemplate();
}
// on later runs pnpm installs what is missing, and the development tools if they are there already
const words = call('--config.verify-deps-before-run=install', 'exec', 'node', ...process.argv.slice(2));
const child = spawn(program, words, { stdio: 'inherit' });
// a terminal sends SIGINT to the child as well, which ends in its own time
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill());
child.on('exit', (code) => process.exit(code ?? 1));

/** A new store is a copy of a template. Making that takes seconds, in which the server is loaded. */
function makeTemplate() {
  const node = `node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`;
  const script = 'packages/memory/src/store/drivers/make-template.ts';
  const made = spawn(node, ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', script], { stdio: 'ignore' });
  made.on('error', () => {}); // the store makes it when it opens
  made.unref();
}
