import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresUrl } from '../../db/testing/postgres-url.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { administer, databaseUrl } from '../../packages/memory/contract/test-postgres.ts';
import { shortLived } from '../../packages/memory/testing/short-lived.ts';
import { openDocumentedShell } from './documented-shell.ts';
import { blocks, root } from './pages.ts';

const run = promisify(execFile);
const url = postgresUrl() ?? '';
const ownBlocks = blocks.filter(({ page }) => page === 'docs/postgres.md');
const byHand = (code: string) => code.includes('create policy');

describe.skipIf(url === '')('docs/postgres.md, block by block on a database of its own', () => {
  const name = `devai_docs_${process.pid}`;
  const ownUrl = url === '' ? '' : databaseUrl(url, name);
  const roles = ['devai_app', 'devai_owner'].map((role) => `${role}_${process.pid}`);
  let shell: Awaited<ReturnType<typeof openDocumentedShell>>;
  beforeEach(async () => {
    shell = await openDocumentedShell();
    await administer(url, `create database ${name}`);
  });
  afterEach(async () => {
    await shell.close();
    await administer(url, `drop database ${name} with (force)`, `drop role if exists ${roles.join(', ')}`);
  });

  const ofThisRun = (code: string) =>
    code
      .replaceAll(/\bdevai_(app|owner)\b/g, (role) => `${role}_${process.pid}`)
      .replaceAll('localhost:5432/app', `${new URL(ownUrl).host}/${name}`);

  async function runProgram(code: string): Promise<string> {
    const file = join(root, 'packages/memory', `.example-postgres-${process.pid}.ts`);
    await writeFile(file, `${code}\nconsole.log('the end');\n`);
    try {
      return (await run(process.execPath, [...shortLived, file])).stdout;
    } finally {
      await rm(file);
    }
  }

  it.each([
    ['with the command', (code: string) => (byHand(code) ? '' : code)],
    ['with the grants by hand', (code: string) => code.replace(' --runtime-role devai_app', '')],
  ])('gives the second role what it needs, %s', async (_, chosen) => {
    expect(ownBlocks.map(({ language }) => language)).toEqual(expect.arrayContaining(['sql', 'sh', 'ts']));
    for (const { language, code, line } of ownBlocks) {
      const text = ofThisRun(chosen(code));
      if (language === 'sql') await administer(ownUrl, text);
      else if (language === 'sh') expect(await shell.run(text), `line ${line}`).toMatchObject({ code: 0 });
      else expect(await runProgram(text), `line ${line}`).toBe('the end\n');
    }
  });
});
