// `pnpm start`, `chat` and `memory`: on a fresh clone installs what they need, without the tools of development, then
// runs a script with the installed Node. JavaScript, because the Node that runs this file may be too old for TypeScript.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const pnpm = process.env['npm_execpath'] ?? 'pnpm';
const isScript = /\.[cm]?js$/.test(pnpm);
const program = isScript ? process.execPath : pnpm;
const call = (...words) => (isScript ? [pnpm, ...words] : words);

if (!existsSync('node_modules')) {
  const { status } = spawnSync(program, call('install', '--prod'), { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
// later, pnpm installs what is missing, tools too if they had been installed
const words = call('--config.verify-deps-before-run=install', 'exec', 'node', ...process.argv.slice(2));
const child = spawn(program, words, { stdio: 'inherit' });
// a terminal sends SIGINT to the child, too
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill());
child.on('exit', (code) => process.exit(code ?? 1));
