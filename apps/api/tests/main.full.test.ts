import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiledModules, shortLived } from '@devai/memory/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const main = join(import.meta.dirname, '../src/main.ts');

/** Of all tests: the first one creates the store in it, and the others open that. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'devai-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Of every process here. Hashed words, because the sentence model of a new data folder takes seconds of work. */
const basic = { ...compiledModules, PATH: process.env['PATH'], PORT: '0', EMBEDDINGS: 'hash' };

describe('the start', () => {
  it('says which store, which models and where to chat, and a signal ends the server cleanly', async () => {
    const { code, output } = await runMain(
      { LOG_LEVEL: 'info' },
      /chat +npx --yes pnpm chat --url http:\/\/127/,
    );
    expect(output).toMatch(/listens on http:\/\/127\.0\.0\.1:\d+/);
    expect(output).toMatch(/store +embedded Postgres under .*\.devai/);
    expect(output).toMatch(/models +offline.*OPENAI_API_KEY/);
    expect(output).toMatch(/chat +npx --yes pnpm chat --url http:\/\/127\.0\.0\.1:\d+ /);
    // JSON in a pipe
    expect(output).toMatch(/^\{"level":30,.*Server listening/m);
    expect(code).toBe(0);
  });

  it('prepares the first turn before anybody has said a word', async () => {
    const { code, output } = await runMain(
      { LOG_LEVEL: 'info', EMBEDDINGS: 'local' },
      /the first turn is|the sentence model is/,
    );
    expect(output).toMatch(/listens on[^]*the first turn is prepared/);
    expect(code).toBe(0);
  });

  it.each([
    ['--help', 0, /^pnpm start\n[^]*DEVAI_DATA/],
    ['--version', 0, /^\d+\.\d+\.\d+\n$/],
    ['--nonsense', 2, /^Unknown option '--nonsense'\nSee --help/],
  ])('with %s tells, and starts nothing', async (word, expected, text) => {
    const { code, output } = await runMain({}, undefined, [process.execPath, main, word]);
    expect({ code, output }).toEqual({ code: expected, output: expect.stringMatching(text) });
  });

  it.skipIf(!existsSync('/usr/bin/script'))('logs lines for people at a terminal', async () => {
    const { output } = await runMain({ LOG_LEVEL: 'info', NO_COLOR: '1' }, /listens on/, [
      'script',
      '-qec',
      `'${process.execPath}' ${shortLived.join(' ')} '${main}'`,
      '/dev/null',
    ]);
    expect(output).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: Server listening/m);
  });

  it('says what to open in a browser, and ends quietly when its output has no reader any more', async () => {
    const child = spawn(process.execPath, [...shortLived, main], {
      cwd: folder,
      env: basic,
    });
    let errors = '';
    child.stderr.on('data', (chunk) => (errors += String(chunk)));
    const exit = once(child, 'exit');
    let output = '';
    for await (const chunk of child.stdout) {
      output += String(chunk);
      const [, url] = /^ +page +(http\S+)$/m.exec(output) ?? [];
      if (url === undefined) continue;
      // it is built first, when nobody has
      await expect.poll(async () => (await fetch(url)).status).toBe(200);
      break;
    }
    child.kill('SIGTERM'); // says that it stops
    expect({ code: (await exit)[0], errors }).toEqual({ code: 0, errors: '' });
  });

  it('says what to do when the port is taken', async () => {
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

  it('names all wrong variables', async () => {
    const { code, output } = await runMain({ PORT: 'x', OPENAI_BASE_URL: 'ftp://y' });
    expect(code).toBe(1);
    expect(output).toContain('PORT');
    expect(output).toContain('OPENAI_BASE_URL');
    expect(output).not.toContain('    at ');
  });

  it('names a data folder that cannot be created, and says what to do', async () => {
    await writeFile(join(folder, 'occupied'), 'a file stands here');
    const { code, output } = await runMain({ DEVAI_DATA: join(folder, 'occupied', 'data') });
    expect(code).toBe(1);
    expect(output).toContain('occupied');
    expect(output).toContain('set DEVAI_DATA');
    expect(output).not.toContain('    at ');
  });

  it.skipIf(!existsSync('/proc/self'))(
    'ends with the reason where a data folder is impossible, without a loop',
    async () => {
      const { code, output } = await runMain({ DEVAI_DATA: '/proc/nope' });
      expect(code).toBe(1);
      expect(output).toMatch(/\/proc\/nope[^]*set DEVAI_DATA/);
      expect(output).not.toContain('    at ');
    },
  );

  it('says what to check when the database refuses', async () => {
    const { code, output } = await runMain({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' });
    expect(code).toBe(1);
    expect(output).toMatch(/ECONNREFUSED[^]*Check that the database runs.*DATABASE_URL/);
  });

  it('says that a provider of the order is not asked', async () => {
    const { output } = await runMain({ LLM_PROVIDERS: 'openai' }, /note/);
    expect(output).toMatch(/models +offline[^]*note +LLM_PROVIDERS names openai.*OPENAI_API_KEY is not set/);
  });

  it('names the process that holds the store', async () => {
    let second: Awaited<ReturnType<typeof runMain>> | undefined;
    const first = spawn(process.execPath, [...shortLived, main], {
      cwd: folder,
      env: basic,
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

/** Runs main.ts until it ends, or until `until` stands in its output; then asks it to stop. */
async function runMain(
  environment: Record<string, string>,
  until = /$^/,
  words = [process.execPath, ...shortLived, main],
) {
  const [program = '', ...rest] = words;
  const child = spawn(program, rest, {
    cwd: folder,
    env: { ...basic, ...environment },
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
