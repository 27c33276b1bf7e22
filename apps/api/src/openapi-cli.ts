/**
 * Writes apps/api/openapi.json from the routes: `node apps/api/src/openapi-cli.ts`. With `--check` it writes nothing and
 * ends with 1 when the file is not what the routes say.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';

const file = join(import.meta.dirname, '..', 'openapi.json');

async function main(): Promise<void> {
  const document = `${JSON.stringify(await makeDocument(), null, 2)}\n`;
  if (!process.argv.includes('--check')) {
    await writeFile(file, document);
    process.stdout.write('wrote apps/api/openapi.json\n');
    return;
  }
  if ((await readFile(file, 'utf8')) === document) return;
  process.stderr.write(
    'apps/api/openapi.json is not what the routes say: run pnpm --filter @devai/api openapi\n',
  );
  process.exitCode = 1;
}

/** The routes are those of the real server, over an empty store that is thrown away. */
async function makeDocument(): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'devai-openapi-'));
  try {
    const config = readConfig({
      DEVAI_DATA: join(folder, 'data'),
      WORKSPACE_ROOT: join(folder, 'workspace'),
      LOG_LEVEL: 'error',
    });
    const { fastify } = await createApp(config, { background: false });
    await fastify.ready();
    const document = fastify.swagger();
    await fastify.close();
    return document;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
