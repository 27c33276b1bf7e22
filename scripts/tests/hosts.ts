import { afterAll, inject } from 'vitest';
import { openNpmFolder, type NpmFolder } from '../npm-folder.ts';

/** The versions of Node that hosts have. */
export const nodes: Record<string, string> = { 'Node 24': process.execPath, 'Node 22': inject('node22') };

export const compiler = ['typescript@5.9', '@types/node@22'];

/** How hosts resolve modules for the compiler of TypeScript. */
export const resolutions = [
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
];

/** Opens an empty folder of npm with these packages, until the tests of the file end. */
export async function openHost(...packages: string[]): Promise<NpmFolder> {
  const folder = await openNpmFolder();
  opened.push(folder);
  await folder.install(...packages);
  return folder;
}

const opened: NpmFolder[] = [];
afterAll(async () => {
  for (const folder of opened) await folder.remove();
});

/** What `tsc` says of files of a host that is strict and skips no libraries. */
export async function typeErrors(folder: NpmFolder, files: string[], options: object): Promise<string> {
  const compilerOptions = { strict: true, noUncheckedIndexedAccess: true, target: 'es2022', noEmit: true };
  const settings = { compilerOptions: { ...compilerOptions, ...options }, files };
  await folder.write('tsconfig.json', JSON.stringify(settings));
  return folder.node([folder.bin('typescript/bin/tsc'), '-p', '.']);
}
