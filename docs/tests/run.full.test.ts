import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { root } from './pages.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'devai-run-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

const verify = '--config.verify-deps-before-run=install';

test('on a fresh clone, a script installs only what it needs, and no tools', async () => {
  const { code, calls } = await run(['-e', 'process.exit(7)']);
  expect({ code, calls }).toEqual({
    code: 7,
    calls: ['install --prod', `${verify} exec node -e process.exit(7)`],
  });
});

test('on an installed clone, pnpm adds what is missing and removes nothing', async () => {
  await mkdir(join(folder, 'node_modules'));
  expect(await run(['-e', '0'])).toEqual({ code: 0, calls: [`${verify} exec node -e 0`] });
});

test('a script does not run without its packages', async () => {
  expect(await run(['-e', '0'], true)).toEqual({ code: 3, calls: ['install --prod'] });
});

/** Runs `scripts/run.js` in the folder with a fake pnpm: it records its calls, runs the command after `exec`, and fails to install if `failing`. */
async function run(words: string[], failing = false) {
  const pnpm = join(folder, 'pnpm.mjs');
  await writeFile(
    pnpm,
    `import { appendFileSync } from 'node:fs';
    import { spawnSync } from 'node:child_process';
    const words = process.argv.slice(2);
    appendFileSync('calls', words.join(' ') + '\\n');
    const at = words.indexOf('exec');
    if (at === -1) process.exit(${failing ? 3 : 0});
    process.exit(spawnSync(process.execPath, words.slice(at + 2), { stdio: 'inherit' }).status);`,
  );
  const env = { PATH: process.env['PATH'], npm_execpath: pnpm };
  const child = spawn(process.execPath, [join(root, 'scripts/run.js'), ...words], { cwd: folder, env });
  const [code] = await once(child, 'exit');
  return { code, calls: (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n') };
}
