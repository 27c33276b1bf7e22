import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Syncs a folder, so that created, renamed and removed files survive a crash. Windows needs no such call. */
export function fsyncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
