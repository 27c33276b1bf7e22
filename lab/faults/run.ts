/**
 * `pnpm mutate [options] [part of a name …]`: plants each fault of the lists beside this file in a clone of the repository, one at a
 * time, and runs the tests that should notice it. Prints a line for each fault. Exits with 0 only if all faults were caught.
 *
 *   --check           only checks that each fault still fits its file, and that its tests exist
 *   --at <commit>     plants the faults in this commit instead of HEAD
 *   --skip-baseline   skips the run without a fault; if the tests fail without one, the result means nothing
 *   --by              also prints the first test that failed
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { all } from './all.ts';
import { makeClone, type Run } from './clone.ts';
import type { Mutation } from './mutation.ts';

const root = join(import.meta.dirname, '../..');
const minutes = { install: 5, baseline: 30, fault: 5 };

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function main(): Promise<number> {
  const { values: options, positionals: parts } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'boolean' },
      at: { type: 'string', default: 'HEAD' },
      'skip-baseline': { type: 'boolean' },
      by: { type: 'boolean' },
    },
  });
  const chosen = all.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
  return options.check === true ? check(chosen) : tryAll(chosen, options);
}

function check(mutations: Mutation[]): number {
  const isThere = testsIn(root);
  const problems = mutations.flatMap((mutation) => [
    ...misfit(mutation, root),
    ...mutation.tests
      .filter((part) => !isThere(part))
      .map((part) => `${mutation.name}: there is no test ${part}`),
  ]);
  for (const problem of problems) say(problem);
  say(`${mutations.length} faults, ${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
}

/** Why a fault cannot be planted in the files of a folder; empty if it can. */
function misfit({ name, file, find }: Mutation, folder: string): string[] {
  const count = readFileSync(join(folder, file), 'utf8').split(find).length - 1;
  return count === 1 ? [] : [`${name}: what it replaces stands ${count} times in ${file}`];
}

/** Returns a check whether the path of any test in a folder contains a text. */
function testsIn(folder: string): (part: string) => boolean {
  const paths = globSync('{apps,packages,db}/**/*.test.ts', { cwd: folder, exclude: ['**/node_modules'] });
  return (part) => paths.some((path) => path.includes(part));
}

type Options = { at: string; 'skip-baseline'?: boolean; by?: boolean };

async function tryAll(mutations: Mutation[], options: Options): Promise<number> {
  const { folder, pnpm } = makeClone(root, options.at);
  const isThere = testsIn(folder);
  mustPass(await pnpm(['install', '--offline', '--frozen-lockfile'], minutes.install));
  const tests = new Set(mutations.flatMap((mutation) => mutation.tests));
  if (options['skip-baseline'] !== true) {
    mustPass(await pnpm(['test', '--reporter=dot', ...tests], minutes.baseline));
  }
  let caught = 0;
  for (const mutation of mutations) {
    const line = await tryOne(mutation);
    if (line.startsWith('caught')) caught += 1;
    say(line);
  }
  say(`${caught} of ${mutations.length} caught`);
  return caught === mutations.length ? 0 : 1;

  async function tryOne(mutation: Mutation): Promise<string> {
    const { name, file, find, replace } = mutation;
    const filters = mutation.tests.filter(isThere);
    const [problem] = filters.length === 0 ? [`${name}: its tests are not there`] : misfit(mutation, folder);
    if (problem !== undefined) return `DOES NOT FIT  ${problem}`;
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const began = performance.now();
    writeFileSync(
      path,
      text.replace(find, () => replace),
    );
    const run = await pnpm(['test', '--bail=1', '--reporter=dot', ...filters], minutes.fault);
    writeFileSync(path, text);
    const seconds = Math.round((performance.now() - began) / 1_000);
    if (run.code === 0) return `SURVIVED ${seconds} s  ${name}`;
    const why = run.code === null ? 'its time was up' : firstFailure(run);
    return `caught ${seconds} s  ${name}${options.by === true || run.code === null ? ` (${why})` : ''}`;
  }
}

/** The name of the first failure of a run. Throws if there is none: then the run failed for another reason than the fault. */
function firstFailure({ output }: Run): string {
  const found = /^ *FAIL +(.+)$/m.exec(output) ?? /^.*(Unhandled .+)$/m.exec(output);
  if (!found) throw new Error(`no test failed, but the run did:\n${output}`);
  return (found[1] ?? '').trim();
}

function mustPass({ code, output }: Run): void {
  if (code !== 0) throw new Error(`this must work before a fault is tried:\n${output.slice(-4_000)}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
