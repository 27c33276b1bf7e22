import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { fsyncFolder } from '../../files/fsync-folder.ts';

type FileStream = { nfd?: number | null; node: unknown };
type NodeFileSystem = {
  stream_ops: { fsync?: (stream: FileStream) => number };
  realPath(node: unknown): string;
};

/**
 * PGlite's folder file system with the one thing it leaves out: fsync. Without it the database engine believes that what it
 * wrote is on the disk while it is in the system's memory: a killed process loses nothing, but a power failure may
 * leave files that can no longer be opened. Used with `durableStartParameters`.
 */
export class DurableNodeFs extends NodeFS {
  override async init(...[engine, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(engine, options);
    const preRun = [...(emscriptenOpts.preRun ?? [])];
    preRun.push((module) => addFsync(module.FS.filesystems.NODEFS));
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

/**
 * The engine's parameters: not `-F`, which turns fsync off; a method that arrives at `fsync` (fdatasync does not);
 * a log that does not grow to 1 GB, as the default would let it; and half of the buffers, since the system caches the files of one
 * process as well. With a quarter, a turn in a store of 10,000 memories and messages takes 6 % longer; with all, no less.
 */
export function durableStartParameters(defaults: string[]): string[] {
  const settings = ['wal_sync_method=fsync', 'max_wal_size=64MB', 'min_wal_size=32MB', 'shared_buffers=64MB'];
  return [
    ...defaults.filter((parameter) => parameter !== '-F'),
    ...settings.flatMap((setting) => ['-c', setting]),
  ];
}

function addFsync(fileSystem: unknown): void {
  if (!isNodeFileSystem(fileSystem))
    throw new Error('this version of PGlite has another file system: fsync cannot be added');
  fileSystem.stream_ops.fsync = (stream) => {
    if (typeof stream.nfd === 'number') fsyncSync(stream.nfd);
    else fsyncFolder(fileSystem.realPath(stream.node));
    return 0;
  };
}

function isNodeFileSystem(value: unknown): value is NodeFileSystem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'stream_ops' in value &&
    typeof value.stream_ops === 'object' &&
    value.stream_ops !== null &&
    'realPath' in value &&
    typeof value.realPath === 'function'
  );
}
