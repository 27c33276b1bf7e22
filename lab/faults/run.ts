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
  const commandOf = testsIn(root);
  const problems = mutations.flatMap((mutation) => [
    ...misfit(mutation, root),
    ...mutation.tests
      .filter((part) => commandOf(part) === undefined)
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

/** Returns a check whether the path of any test in a folder contains a text, and which command runs it: undefined if there is none. */
function testsIn(folder: string): (part: string) => Command | undefined {
  const paths = globSync('{apps,packages,db,docs,lab,scripts}/**/*.test.ts{,x}', {
    cwd: folder,
    exclude: ['**/node_modules'],
  });
  return (part) => {
    const found = paths.filter((path) => path.includes(part));
    if (found.length === 0) return undefined;
    return found.every((path) => /^db\/|\.full\.test/.test(path)) ? 'test:full' : 'test';
  };
}

type Command = 'test' | 'test:full';

type Options = { at: string; 'skip-baseline'?: boolean; by?: boolean };

async function tryAll(mutations: Mutation[], options: Options): Promise<number> {
  const { folder, pnpm } = makeClone(root, options.at);
  const commandOf = testsIn(folder);
  mustPass(await pnpm(['install', '--offline', '--frozen-lockfile'], minutes.install));
  const tests = new Set(mutations.flatMap((mutation) => mutation.tests));
  if (options['skip-baseline'] !== true) {
    mustPass(await runTests([...tests], [], minutes.baseline));
  }
  let caught = 0;
  for (const mutation of mutations) {
    const line = await tryOne(mutation);
    if (line.startsWith('caught')) caught += 1;
    say(line);
  }
  say(`${caught} of ${mutations.length} caught`);
  return caught === mutations.length ? 0 : 1;

  /** Those that `pnpm test` runs first; the others only if these pass. */
  async function runTests(parts: string[], words: string[], limit: number): Promise<Run> {
    let run: Run = { code: 0, output: '' };
    for (const command of ['test', 'test:full'] as const) {
      const these = parts.filter((part) => commandOf(part) === command);
      if (run.code === 0 && these.length > 0)
        run = await pnpm([command, ...words, '--reporter=dot', ...these], limit);
    }
    return run;
  }

  async function tryOne(mutation: Mutation): Promise<string> {
    const { name, file, find, replace } = mutation;
    const tried = mutation.tests.filter((part) => commandOf(part) !== undefined);
    const [problem] = tried.length === 0 ? [`${name}: its tests are not there`] : misfit(mutation, folder);
    if (problem !== undefined) return `DOES NOT FIT  ${problem}`;
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const began = performance.now();
    writeFileSync(
      path,
      text.replace(find, () => replace),
    );
    const run = await runTests(tried, ['--bail=1'], minutes.fault);
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
