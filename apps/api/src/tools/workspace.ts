import { mkdirSync, realpathSync } from 'node:fs';
import { lstat, readdir, type FileHandle } from 'node:fs/promises';
import { parse } from 'node:path';
import { holdDirectory, openIn, type HeldDirectory } from './held-directory.ts';
import { replaceFile } from './replace-file.ts';
import { tellingFileErrors, ToolError } from './tool-error.ts';
import { isOwnFolder, parseWorkspacePath } from './workspace-path.ts';
import { kindOf, locate, type Place } from './workspace-place.ts';

export type Entry = { name: string; kind: 'file' | 'directory' | 'link' | 'other'; bytes: number };

export type Folder = {
  /** As the model would write it; '' for the root. */
  path: string;
  entries: Entry[];
  /** Runs `work` on a file of the folder, as `Workspace.read` does. */
  read: <Result>(name: string, work: (file: FileHandle) => Promise<Result>) => Promise<Result>;
  /** Runs `work` on a folder in it, which is looked up from here and not from the root again. Follows no link. */
  visit: <Result>(name: string, work: (folder: Folder) => Promise<Result>) => Promise<Result>;
};

/**
 * The folder that the agent works in, and the only one that it can reach.
 *
 * All methods take paths as the model wrote them, relative to the root, and throw `ToolError` for a path that leads out in any
 * way: `..`, absolute paths, links (to files, folders or nothing, even ones that appear between check and use, see
 * `HeldDirectory`), or names that only look harmless. The server's own folder `.devai` is neither listed nor reachable. Links
 * that stay inside are followed. A hard link is read like any file, but never written through. A folder that an administrator
 * mounted inside the root belongs to it.
 */
export type Workspace = {
  /** Absolute, without links. */
  readonly root: string;
  /** Paths of files that only the user and memory write. */
  readonly readOnly: readonly string[];
  resolve(path: string): Promise<Place>;
  /** Lists a folder, sorted by name. */
  list(path: string): Promise<Entry[]>;
  /** Runs `work` on a held folder: everything below it can be read after this one lookup. */
  visit<Result>(path: string, work: (folder: Folder) => Promise<Result>): Promise<Result>;
  /** Runs `work` on a regular file that is open for reading. */
  read<Result>(path: string, work: (file: FileHandle) => Promise<Result>): Promise<Result>;
  /** Writes a file completely or not at all, and creates its folders. Returns the old size in bytes; null for a new file. */
  write(path: string, content: string): Promise<number | null>;
  /** Replaces the text of a file by the result of `edit`. Calls in one process run one after the other, so that no change is lost. */
  change(path: string, edit: (file: FileHandle) => Promise<string>): Promise<void>;
};

/**
 * Opens a workspace, and creates its folder when it is missing. `readOnly`: paths of files that tools do not write, since what they say
 * counts as the user's. Throws when it is a file or the file system's root.
 */
export function openWorkspace(folder: string, { readOnly = [] }: { readOnly?: string[] } = {}): Workspace {
  mkdirSync(folder, { recursive: true });
  const root = realpathSync.native(folder);
  if (root === parse(root).root) throw new Error('the root of the file system cannot be the workspace');
  const resolve = (path: string) => tellingFileErrors(path, () => locate(root, parseWorkspacePath(path)));
  const inOrder = createQueue();

  async function read<Result>(path: string, work: (file: FileHandle) => Promise<Result>): Promise<Result> {
    const place = await resolve(path);
    refuseUnlessFile(place);
    return withParent(place, (parent, name) => readIn(parent, name, work));
  }

  async function visit<Result>(path: string, work: (folder: Folder) => Promise<Result>): Promise<Result> {
    const place = await resolve(path);
    if (place.kind === 'missing') throw new ToolError(`${place.path} does not exist`);
    if (place.kind !== 'directory') throw new ToolError(`${place.path} is not a folder`);
    return tellingFileErrors(path, () => visitDirectory(place.path, () => holdDirectory(place.real), work));
  }

  async function write(path: string, content: string): Promise<number | null> {
    const place = await resolve(path);
    if (readOnly.some((file) => file.toLowerCase() === place.path.toLowerCase())) {
      throw new ToolError(`${place.path} is the user's to edit; remember and forget change what it shows`);
    }
    if (place.kind !== 'missing') refuseUnlessFile(place);
    return withParent(place, (parent, name) => replaceFile(parent, name, content));
  }

  return {
    root,
    readOnly,
    resolve,
    read,
    write: (path, content) => inOrder(() => write(path, content)),
    change: (path, edit) =>
      inOrder(async () => {
        await write(path, await read(path, edit));
      }),
    visit,
    list: (path) => visit(path, async ({ entries }) => entries),
  };
}

function refuseUnlessFile({ path, kind }: Place): void {
  if (kind === 'missing')
    throw new ToolError(`${path} does not exist; list_files and search_files show what there is`);
  if (kind === 'directory')
    throw new ToolError(`${path === '' ? 'the workspace' : path} is a folder, not a file`);
  if (kind === 'other') throw new ToolError(`${path} is not a regular file`);
}

/** Runs work in the folder of a file, which is created if needed and held so that nothing can replace it. */
function withParent<Result>(
  place: Place,
  work: (parent: HeldDirectory, name: string) => Promise<Result>,
): Promise<Result> {
  return tellingFileErrors(place.path, async () => {
    const folders = place.names.slice(0, -1);
    const name = place.names.at(-1) ?? '';
    let parent = await holdDirectory(place.folder);
    try {
      for (const folder of folders) {
        const child = await parent.make(folder);
        await parent.close();
        parent = child;
      }
      return await work(parent, name);
    } finally {
      await parent.close();
    }
  });
}

async function readIn<Result>(
  parent: HeldDirectory,
  name: string,
  work: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  const file = await openIn(parent, name);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

async function visitDirectory<Result>(
  path: string,
  hold: () => Promise<HeldDirectory>,
  work: (folder: Folder) => Promise<Result>,
): Promise<Result> {
  const directory = await hold();
  const under = (name: string): string => (path === '' ? name : `${path}/${name}`);
  try {
    const names = (await readdir(directory.at('.'))).filter((name) => !isOwnFolder(name)).toSorted();
    return await work({
      path,
      entries: await Promise.all(names.map((name) => describeEntry(directory, name))),
      read: (name, readFile) => tellingFileErrors(under(name), () => readIn(directory, name, readFile)),
      visit: (name, workBelow) =>
        tellingFileErrors(under(name), async () => {
          // the depth limit of paths also bounds how many folders are held at once
          parseWorkspacePath(under(name));
          return visitDirectory(under(name), () => directory.enter(name), workBelow);
        }),
    });
  } finally {
    await directory.close();
  }
}

async function describeEntry(directory: HeldDirectory, name: string): Promise<Entry> {
  const found = await lstat(directory.at(name)).catch(() => null);
  // removed since the folder was read, or hidden
  if (found === null) return { name, kind: 'other', bytes: 0 };
  return { name, kind: found.isSymbolicLink() ? 'link' : kindOf(found), bytes: found.size };
}

/** Runs one piece of work after the other. */
function createQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work, work);
    last = result;
    return result;
  };
}
