import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { compiledModules, shortLived } from '../../packages/memory/testing/short-lived.ts';
import { root } from './pages.ts';

export type Outcome = { code: number; output: string };

export type DocumentedShell = {
  /** Runs shell text as a reader would type it; `input` is what the reader types into the command. */
  run: (text: string, input?: string) => Promise<Outcome>;
  /** Stops the server that `pnpm start` left running, and removes the folder. */
  close: () => Promise<void>;
};

/**
 * Replaces `npx` and `pnpm`: runs a script of package.json, or the command after `exec`, without installing. `start` runs the server in the
 * background and returns when it listens. It first stops the server of an earlier `start`, as a reader would.
 */
const pnpm = (folder: string): string => `#!/bin/bash
while [[ "$1" == --* || "$1" == pnpm ]]; do shift; done
name=$1
shift
if [ "$name $1" = 'exec node' ]; then exec node ${shortLived.join(' ')} "\${@:2}"; fi
if [ "$name" = exec ]; then exec "$@"; fi
[ -f '${folder}/scripts/'"$name" ] || { echo "there is no script $name" >&2; exit 1; }
script=$(cat '${folder}/scripts/'"$name")
cd '${root}'
if [ "$name" != start ]; then exec bash -c "$script \\"\\$@\\"" pnpm "$@"; fi
server='${folder}/server'
if [ -f "$server" ]; then
  kill "$(cat "$server")"
  while kill -0 "$(cat "$server")" 2>/dev/null; do sleep 0.1; done
fi
: >'${folder}/log' # without the lines of an earlier server
(exec bash -c "exec $script" >'${folder}/log' 2>&1) &
echo $! >"$server"
until grep -q 'DevAI listens' '${folder}/log'; do
  kill -0 "$(cat "$server")" || { cat '${folder}/log' >&2; exit 1; }
  sleep 0.1
done
`;

/** Opens a shell with a folder, a port and a store of its own. Replaces port 3000 of the pages by that port, and fails if curl gets an error. */
export async function openDocumentedShell(): Promise<DocumentedShell> {
  const folder = await mkdtemp(join(tmpdir(), 'devai-docs-'));
  const port = await freePort();
  const commands = join(folder, 'bin');
  await mkdir(commands);
  for (const name of ['npx', 'pnpm']) {
    await writeFile(join(commands, name), pnpm(folder));
    await chmod(join(commands, name), 0o755);
  }
  // once, and not by a process at each call
  await mkdir(join(folder, 'scripts'));
  for (const [name, script] of Object.entries(manifest.scripts))
    await writeFile(join(folder, 'scripts', name), script);
  // documents of a reader: to embed all pages of this repository takes 15 s
  await mkdir(join(folder, 'docs'));
  await writeFile(join(folder, 'README.md'), '# Shop\n\nOrders are shipped on Fridays.\n');
  await writeFile(join(folder, 'docs/returns.md'), '# Returns\n\nA parcel can be returned for 30 days.\n');
  const env = {
    PATH: [commands, dirname(process.execPath), process.env['PATH']].join(':'),
    HOME: folder,
    INIT_CWD: folder, // as pnpm sets it
    ...compiledModules,
    PORT: String(port),
    DEVAI_DATA: join(folder, 'data'),
    WORKSPACE_ROOT: join(folder, 'taskforge'),
  };
  const prelude = 'set -euo pipefail; curl() { command curl --fail-with-body "$@"; }\n';

  return {
    async run(text, input = '') {
      const script = prelude + text.replaceAll(':3000', `:${port}`);
      const child = spawn('bash', ['-c', script], { cwd: folder, env, stdio: 'pipe' });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => (output += String(chunk)));
      child.stdin.end(input);
      const [code] = await once(child, 'exit');
      return { code: Number(code), output };
    },
    async close() {
      const server = await readFile(join(folder, 'server'), 'utf8').catch(() => '');
      // the command's process ends after its server
      if (server !== '')
        spawnSync('bash', [
          '-c',
          `kill ${server.trim()}; while kill -0 ${server.trim()}; do sleep 0.1; done`,
        ]);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
