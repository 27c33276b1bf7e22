import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** mem0 leaves the choice of `pg` to its user. */
const packages = [
  'mem0ai@3.3.1',
  '@mastra/pg@0.17.10',
  '@langchain/langgraph-checkpoint-postgres@1.0.5',
  'pg@8.23.1',
];

export type InstalledPeers = {
  packages: string[];
  folder: string;
  /** Loads a module of a package. */
  load(module: string): unknown;
};

/** Installs the other libraries with npm into a folder of temporary files, unless an earlier run did. Their install scripts do not run. */
export async function installPeers(): Promise<InstalledPeers> {
  const versions = createHash('sha256').update(packages.join()).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `devai-peers-${versions}`);
  if (!existsSync(folder)) {
    // an install that was interrupted leaves no folder of that name
    const unfinished = await mkdtemp(`${folder}-`);
    await writeFile(join(unfinished, 'package.json'), '{ "private": true }\n');
    const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { status, stderr, error } = spawnSync('npm', ['install', ...options, ...packages], {
      cwd: unfinished,
      encoding: 'utf8',
    });
    if (status !== 0) {
      await rm(unfinished, { recursive: true });
      throw new Error(`npm could not install ${packages.join(', ')}: ${error?.message ?? stderr}`);
    }
    await rename(unfinished, folder);
  }
  return { packages, folder, load: createRequire(join(folder, 'package.json')) };
}
