/** `pnpm pack:all`: builds the published packages, and packs each as a tarball in `dist/packages`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { builtFolder, outputs, published } from './workspace-packages.ts';

await import('./build.ts');
rmSync(outputs.tarballs, { recursive: true, force: true });
mkdirSync(outputs.tarballs, { recursive: true });
const words = ['pack', '--ignore-scripts', '--pack-destination', outputs.tarballs];
execFileSync('npm', [...words, ...published.map(builtFolder)], {
  stdio: ['ignore', 'inherit', 'ignore'],
  shell: process.platform === 'win32',
});
