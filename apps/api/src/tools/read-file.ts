import { z } from 'zod';
import { readLines } from './read-text.ts';
import { defineTool } from './tool.ts';
import { ToolError } from './tool-error.ts';

/** Lines of one call unless it asks for more: enough for a long source file, but not a whole log. */
const defaultLines = 2_000;

export const readFile = defineTool({
  name: 'read_file',
  risk: 'read',
  description:
    'Read a text file of the workspace, exactly as it is: up to 2,000 lines and 256 kB. Says whether more follow.',
  input: z.object({
    path: z.string(),
    from_line: z.int().min(1).optional(),
    lines: z.int().min(1).optional(),
  }),
  async run({ path, from_line: from = 1, lines: count = defaultLines }, { workspace }) {
    const { text, last, more, cut } = await workspace.read(path, (file) => readLines(file, from, count));
    if (text === '') {
      if (from === 1) return '(the file is empty)';
      throw new ToolError(`${path} has fewer than ${from} lines`);
    }
    if (cut)
      return `${text}\n[line ${last} is longer than one call reads and was cut here; search_files may find what you need]`;
    if (more) return `${text}\n[lines ${from} to ${last}; more follow from line ${last + 1}]`;
    return from > 1 ? `${text}\n[lines ${from} to ${last}, the end]` : text;
  },
});
