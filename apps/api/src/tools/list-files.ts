import { z } from 'zod';
import { defineTool } from './tool.ts';
import type { Entry } from './workspace.ts';

/** The most entries that one call shows. */
const maximumEntries = 1_000;

export const listFiles = defineTool({
  name: 'list_files',
  risk: 'read',
  description: 'List a folder of the workspace: one name a line, folders end with /. Not recursive.',
  input: z.object({
    path: z.string().optional().describe('Default: the workspace.'),
  }),
  async run({ path = '' }, { workspace }) {
    const entries = await workspace.list(path);
    if (entries.length === 0) return '(empty)';
    const lines = entries.slice(0, maximumEntries).map(describe);
    const left = entries.length - maximumEntries;
    return (left > 0 ? [...lines, `(${left} more; search_files finds names too)`] : lines).join('\n');
  },
});

function describe({ name, kind, bytes }: Entry): string {
  if (kind === 'directory') return `${name}/`;
  return `${name}  ${kind === 'file' ? `${bytes} bytes` : `(${kind})`}`;
}
