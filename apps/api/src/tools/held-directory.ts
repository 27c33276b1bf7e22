import { existsSync } from 'node:fs';
import { constants, mkdir, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from './tool-error.ts';

/**
 * A directory that stays the same while it is held, whatever happens to its path.
 *
 * Between the lookup of a path and its use, another process may replace one of its folders by a link. On Linux that does no
 * harm: the directory is opened, the kernel says where it really is, and all work is relative to the open directory.
 * Elsewhere Node offers no such thing: the path is checked again just before its use, which leaves a short gap, but only to
 * processes that may write there anyway.
 */
export type HeldDirectory = {
  /** A path for one call on a name in it. Use it only for `openIn`, `createIn` and calls that do not follow links. */
  at(name: string): string;
  /** Holds a directory in this one. Throws when the name is a link or a file. */
  enter(name: string): Promise<HeldDirectory>;
  /** The same, and creates it when it is missing. */
  make(name: string): Promise<HeldDirectory>;
  close(): Promise<void>;
};

/** Linux shows every open directory as a folder here. */
const descriptors = '/proc/self/fd';

// Windows has none of these (undefined there, which counts as 0)
const openDirectory = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
/** Opening a pipe must not wait for its other end. */
const openFile = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const createFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Holds the directory at a real path (one without links). Throws when something else is there now. */
export async function holdDirectory(
  realPath: string,
  viaDescriptor = existsSync(descriptors),
): Promise<HeldDirectory> {
  if (!viaDescriptor) return holdByPath(realPath);
  const handle = await open(realPath, openDirectory);
  if ((await readlink(`${descriptors}/${handle.fd}`)) === realPath) return holdByHandle(handle);
  await handle.close();
  throw movedError();
}

function holdByHandle(handle: FileHandle): HeldDirectory {
  return held(
    (name) => `${descriptors}/${handle.fd}/${name}`,
    async (path) => holdByHandle(await open(path, openDirectory)),
    () => handle.close(),
  );
}

async function holdByPath(realPath: string): Promise<HeldDirectory> {
  if ((await realpath(realPath)) !== realPath) throw movedError();
  return held(
    (name) => join(realPath, name),
    holdByPath,
    async () => {},
  );
}

const held = (
  at: HeldDirectory['at'],
  hold: (path: string) => Promise<HeldDirectory>,
  close: HeldDirectory['close'],
): HeldDirectory => ({
  at,
  enter: (name) => hold(at(name)),
  async make(name) {
    await makeDirectory(at(name));
    return hold(at(name));
  },
  close,
});

async function makeDirectory(path: string): Promise<void> {
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Opens a regular file of a held directory for reading. Links, folders, pipes and devices are refused. */
export async function openIn(directory: HeldDirectory, name: string): Promise<FileHandle> {
  const handle = await open(directory.at(name), openFile);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new ToolError(`${name} is not a regular file`);
}

/** Creates a file in a held directory; fails when the name is taken, also by a link. */
export function createIn(directory: HeldDirectory, name: string, mode: number): Promise<FileHandle> {
  return open(directory.at(name), createFile, mode);
}

const movedError = () => new ToolError('the folder was moved or replaced just now; try again');
