import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
/** Where `pnpm build` and `pnpm pack:all` write. */
export const outputs = { emitted: join(root, 'dist/emitted'), tarballs: join(root, 'dist/packages') };
/** The folder of a built package, with its package.json. */
export const builtFolder = ({ name }: WorkspacePackage): string =>
  join(root, 'dist', name.replace('@devai/', ''));

type Versions = Record<string, string>;
type Exports = Record<string, string>;
export type Manifest = {
  name: string;
  version: string;
  description?: string;
  license: string;
  exports?: string | Exports;
  bin?: Versions;
  dependencies?: Versions;
  optionalDependencies?: Versions;
  peerDependencies?: Versions;
  peerDependenciesMeta?: Record<string, { optional: boolean }>;
  /** What is published in place of what this repository itself uses. */
  publishConfig?: { exports?: Exports; bin?: Versions };
};

export type WorkspacePackage = {
  name: string;
  /** From the root of the repository. */
  folder: string;
  manifest: Manifest;
  /** Packages of this repository whose modules become part of this one. */
  folds: readonly string[];
  /** Packages of the registry whose modules become part of this one, because it needs a small part of each. */
  takes: readonly string[];
};

const workspacePackage = (folder: string, ...folds: string[]): WorkspacePackage => {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return { name: manifest.name, folder, manifest, folds, takes: [] };
};

const database = workspacePackage('db');

/** Each after all that depend on it, because what they import of it decides what it holds. */
export const published: readonly WorkspacePackage[] = [
  // a page needs the schemas of the protocol, and nothing of the server
  workspacePackage('packages/react', '@devai/fastify', '@devai/memory', '@devai/db'),
  workspacePackage('apps/cli'),
  workspacePackage('apps/api'),
  workspacePackage('packages/fastify'),
  workspacePackage('packages/document-reader'),
  workspacePackage('packages/embedder-local'),
  // 28 of 30 MB are encodings, and 8 of 9 MB tables, that the library does not use; of zod it uses a tenth of the modules, which a host
  // would load all; with nanotar in it, the thread of the embedded store needs the engine only
  { ...workspacePackage('packages/memory', '@devai/db'), takes: ['gpt-tokenizer', 'eld', 'zod', 'nanotar'] },
];

export const packageNamed = (name: string): WorkspacePackage => {
  const found = [...published, database].find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no package ${name}`);
  return found;
};

export const exportsOf = (exports: Manifest['exports'] = {}): Exports =>
  typeof exports === 'string' ? { '.': exports } : exports;
