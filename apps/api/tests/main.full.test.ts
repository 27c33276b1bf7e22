import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeServerFolder, type ServerFolder } from './server-process.ts';

const main = join(import.meta.dirname, '../src/main.ts');

let folder: ServerFolder;
beforeEach(async () => {
  folder = await makeServerFolder();
});
afterEach(() => folder.remove());

/** Runs main.ts until it ends, or until `until` stands in its output; then asks it to stop. */
async function runMain(environment: Record<string, string>, until = /$^/) {
  const child = spawn(process.execPath, [main], {
    cwd: folder.path,
    env: { PATH: process.env['PATH'], PORT: '0', ...environment },
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
    if (until.test(output)) child.kill('SIGTERM');
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const [code] = await once(child, 'exit');
  return { code, output };
}

describe('the start', () => {
  it('says which store, which models and where to chat, and a signal ends it in order', async () => {
    const { code, output } = await runMain({}, /chat +npx --yes pnpm chat --url http:\/\/127/);
    expect(output).toMatch(/listens on http:\/\/127\.0\.0\.1:\d+/);
    expect(output).toMatch(/store +embedded Postgres under .*\.devai/);
    expect(output).toMatch(/models +offline.*OPENAI_API_KEY/);
    expect(code).toBe(0);
  });

  it('on a port that is taken says so, and what to do', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const { code, output } = await runMain({ PORT: port });
    taken.close();
    expect(code).toBe(1);
    expect(output).toContain('set PORT');
    expect(output).not.toContain('    at ');
  });

  it('with wrong variables names them all', async () => {
    const { code, output } = await runMain({ PORT: 'x', OPENAI_BASE_URL: 'ftp://y' });
    expect(code).toBe(1);
    expect(output).toContain('PORT');
    expect(output).toContain('OPENAI_BASE_URL');
    expect(output).not.toContain('    at ');
  });

  it('with a data folder that cannot be made says which and what to do', async () => {
    await writeFile(join(folder.path, 'occupied'), 'a file stands here');
    const { code, output } = await runMain({ DEVAI_DATA: join(folder.path, 'occupied', 'data') });
    expect(code).toBe(1);
    expect(output).toContain('occupied');
    expect(output).toContain('set DEVAI_DATA');
    expect(output).not.toContain('    at ');
  });

  it('with a store that another process holds names that process', async () => {
    let second: Awaited<ReturnType<typeof runMain>> | undefined;
    const first = spawn(process.execPath, [main], {
      cwd: folder.path,
      env: { PATH: process.env['PATH'], PORT: '0' },
    });
    for await (const chunk of first.stdout) {
      if (!String(chunk).includes('listens on')) continue;
      second = await runMain({});
      first.kill('SIGTERM');
    }
    expect(second?.code).toBe(1);
    expect(second?.output).toContain(String(first.pid));
  });
});
