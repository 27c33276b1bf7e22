import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtFolder, outputs, packageNamed } from './workspace-packages.ts';

const run = promisify(execFile);

/** Without what pnpm and the test runner tell their own children, and with the certificates of the machine. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|pnpm_|NODE_(?!EXTRA_CA_CERTS$)|VITEST|DEVAI_|OPENAI_|DATABASE_)/i.test(name),
  ),
);

export type NpmFolder = Awaited<ReturnType<typeof openNpmFolder>>;

/** An empty folder in which npm installs, as that of a person who knows nothing of this repository. */
export async function openNpmFolder() {
  const path = await mkdtemp(join(tmpdir(), 'devai-installed-'));
  const inside = { cwd: path, env: environment, maxBuffer: 2 ** 26, shell: process.platform === 'win32' };
  await run('npm', ['init', '-y'], inside);

  return {
    path,
    async install(...packages: string[]): Promise<void> {
      await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], inside);
    },
    /** Takes back that its files are CommonJS, which npm writes and a framework does not expect. */
    asPlainPackage: () => run('npm', ['pkg', 'delete', 'type'], inside),
    write: (name: string, text: string): Promise<void> => writeFile(join(path, name), text),
    /** Runs a script of this folder, or a package's command by its path. Returns what it prints, also when it fails. */
    async node(words: string[], env: Record<string, string> = {}, node = process.execPath): Promise<string> {
      const options = { ...inside, env: { ...environment, ...env }, timeout: 200_000 };
      const { stdout, stderr } = await run(node, words, options).catch(
        (error: { stdout: string; stderr: string }) => error,
      );
      return stdout + stderr;
    },
    bin: (name: string): string => join(path, 'node_modules', name),
    /** The packages that were installed, below others as well. */
    packages: (): Set<string> =>
      new Set(
        globSync('**/node_modules/{*,@*/*}/package.json', { cwd: path }).map((file) =>
          file
            .replaceAll('\\', '/')
            .replace(/^.*node_modules\//, '')
            .replace('/package.json', ''),
        ),
      ),
    remove: (): Promise<void> => rm(path, { recursive: true, force: true }),
  };
}

/** Builds and packs everything, as `pnpm pack:all` does. */
export async function packAll(): Promise<void> {
  await run(process.execPath, [join(import.meta.dirname, 'pack-all.ts')]);
}

export const tarball = (name: string): string =>
  join(outputs.tarballs, `${name.replace('@devai/', 'devai-')}-${packageNamed(name).manifest.version}.tgz`);

/** The files of a package, as they are in the tarball. */
export function contentsOf(name: string) {
  const cwd = builtFolder(packageNamed(name));
  const files = globSync('**/*', { cwd, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(cwd.length + 1));
  const read = (file: string): string => readFileSync(join(cwd, file), 'utf8');
  return { files, read, manifest: read('package.json') };
}
