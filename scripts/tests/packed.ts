/** Before the tests of `pnpm test:packages`: packs everything, and installs the other Node that hosts have. */
import type { TestProject } from 'vitest/node';
import { openNpmFolder, packAll } from '../npm-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of Node 22. */
    node22: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await packAll();
  const folder = await openNpmFolder();
  await folder.install('node@22');
  project.provide('node22', folder.bin('node/bin/node'));
  return () => folder.remove();
}
