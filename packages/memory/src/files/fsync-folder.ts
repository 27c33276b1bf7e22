import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Syncs a folder to the disk, so that what was created, renamed or removed in it lasts. Windows has no such call, and needs none. */
export function fsyncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
