import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { NotTextError, readWhole } from './read-text.ts';
import { defineTool } from './tool.ts';
import { ToolError } from './tool-error.ts';
import type { Folder } from './workspace.ts';

/** The most matches that one call shows. */
const maximumMatches = 200;
/** Characters shown of a matching line. */
const shownLine = 300;
/** The most bytes of a searched file: larger files are data, not written by a person. */
const maximumSize = 1_000_000;
/** The most files that one call reads, which takes some seconds. */
const maximumFiles = 20_000;
/** What memory writes of recent work, and a name by which it is asked for. */
const focusFile = { file: 'memory/RECENT_FOCUS.md', name: 'recent_focus' };
/** Folders with generated contents. */
const skippedFolders = new Set(['node_modules', '.git']);

export const searchFiles = defineTool({
  name: 'search_files',
  risk: 'read',
  description:
    'Find a plain text, not a pattern, in files of the workspace and in their paths; case is ignored. Leaves out node_modules, .git, binary files and files above 1 MB.',
  input: z.object({
    query: z.string().min(1).max(500).describe('Within one line.'),
    path: z.string().optional().describe('Folder or file. Default: the workspace.'),
  }),
  async run({ query, path = '' }, { workspace, signal }) {
    const place = await workspace.resolve(path);
    const wanted = query.toLowerCase();
    // what memory writes names what is looked for, but is seldom it
    const shown = workspace.readOnly.map((file) => ({ file, name: basename(file).toLowerCase() }));
    const ofMemory = [focusFile, ...shown].filter(({ name }) => place.path === '' && !wanted.includes(name));
    const search: Search = {
      wanted,
      leavesOut: (found) => ofMemory.some(({ file }) => found === file || found === `${file}.bak`),
      ...{ lines: [], files: 0, unread: [], signal },
    };
    if (place.kind !== 'file') await workspace.visit(place.path, (folder) => searchFolder(folder, search));
    else await searchFile(search, place.path, (read) => workspace.read(place.path, read));
    return report(query, search);
  },
});

type Search = {
  wanted: string;
  /** Whether a file is searched only when it is asked for, by a path or by its name. */
  leavesOut: (path: string) => boolean;
  lines: string[];
  files: number;
  /** What could not be read, with the reason. */
  unread: string[];
  signal: AbortSignal;
};

/** Searches a folder and those below it, in order of name, until a limit is reached. Links are not followed. */
async function searchFolder({ path, entries, read, visit }: Folder, search: Search): Promise<void> {
  for (const { name, kind, bytes } of entries) {
    if (isFull(search)) return;
    search.signal.throwIfAborted();
    const file = path === '' ? name : `${path}/${name}`;
    if (kind !== 'file' || bytes > maximumSize || search.leavesOut(file)) continue;
    await searchFile(search, file, (work) => read(name, work));
  }
  for (const { name, kind } of entries) {
    if (isFull(search)) return;
    if (kind !== 'directory' || skippedFolders.has(name)) continue;
    await visit(name, (folder) => searchFolder(folder, search)).catch((error: unknown) => {
      if (!(error instanceof ToolError)) throw error;
      search.unread.push(error.message);
    });
  }
}

const isFull = ({ lines, files }: Search): boolean => lines.length >= maximumMatches || files >= maximumFiles;

/** Adds the matches of one file: its path, then its lines. */
async function searchFile(
  search: Search,
  path: string,
  read: (work: (file: FileHandle) => Promise<string>) => Promise<string>,
): Promise<void> {
  search.files += 1;
  if (path.toLowerCase().includes(search.wanted)) search.lines.push(path);
  const text = await read((file) => readWhole(file, maximumSize)).catch((error: unknown) => {
    if (!(error instanceof ToolError)) throw error;
    if (!(error instanceof NotTextError)) search.unread.push(`${path}: ${error.message}`);
    return '';
  });
  if (!text.toLowerCase().includes(search.wanted)) return;
  for (const [index, line] of text.split('\n').entries()) {
    if (isFull(search)) return;
    const at = line.toLowerCase().indexOf(search.wanted);
    if (at !== -1) search.lines.push(`${path}:${index + 1}: ${cutAround(line, at)}`);
  }
}

/** Returns the beginning of a line, or the part around a match that lies beyond it. */
function cutAround(line: string, at: number): string {
  const text = line.trim();
  if (text.length <= shownLine) return text;
  const start = at < shownLine - 50 ? 0 : at - 100;
  return `${start > 0 ? '… ' : ''}${line.slice(start, start + shownLine).trim()} …`;
}

function report(query: string, search: Search): string {
  const { lines, files, unread } = search;
  const notes = unread.length > 0 ? [`(not searched: ${unread.slice(0, 5).join('; ')})`] : [];
  if (isFull(search)) {
    notes.push(`(stopped after ${lines.length} matches in ${files} files; narrow the query or give a path)`);
  }
  if (lines.length === 0)
    return [`nothing matches ${JSON.stringify(query)} in ${files} files`, ...notes].join('\n');
  return [...lines, ...notes].join('\n');
}
