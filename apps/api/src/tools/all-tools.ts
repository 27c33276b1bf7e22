import type { OwnCategories } from '@devai/memory';
import { createDelegate, type Delegate } from './delegate.ts';
import { editFile } from './edit-file.ts';
import { forget } from './forget.ts';
import { listFiles } from './list-files.ts';
import { readDocument } from './read-document.ts';
import { readFile } from './read-file.ts';
import { recall } from './recall.ts';
import { createRemember } from './remember.ts';
import { searchFiles } from './search-files.ts';
import { share } from './share.ts';
import { state } from './state.ts';
import { createRunCommand } from './run-command.ts';
import type { Shell } from './shell.ts';
import type { Tool } from './tool.ts';
import { writeFile } from './write-file.ts';

const workspaceTools: Tool[] = [listFiles, readFile, writeFile, editFile, searchFiles];

/** In the order that the model sees. It is fixed, so that a provider's prompt cache keeps hitting. `categories`: the host's own. */
export const allTools = (categories: OwnCategories): Tool[] => [
  ...workspaceTools,
  ...[createRemember(categories), recall, forget, readDocument, state, share],
];

/** Without those that reach the workspace, or run commands in it. */
export const memoryToolsOf = (tools: Tool[]): Tool[] =>
  tools.filter((tool) => !workspaceTools.includes(tool) && tool.risk !== 'execute');

/** With agents to delegate to, and a shell if the server allows one. */
export const toolsWith = (
  categories: OwnCategories,
  roster: Delegate[],
  shell: Shell | null,
  mode: 'off' | 'ask' | 'on',
): Tool[] => [
  ...allTools(categories),
  createDelegate(roster),
  ...(shell === null || mode === 'off' ? [] : [createRunCommand(shell, mode)]),
];
