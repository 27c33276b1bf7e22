import { z } from 'zod';
import { previewChange } from './preview-change.ts';
import { readWhole } from './read-text.ts';
import { defineTool } from './tool.ts';

/** Characters of a file: far more than a model writes in one call. */
const maximumContent = 1_000_000;

export const writeFile = defineTool({
  name: 'write_file',
  risk: 'write',
  description:
    'Create a text file of the workspace, with its folders, or replace one as a whole. To change a part, use edit_file.',
  input: z.object({
    path: z.string(),
    content: z.string().max(maximumContent),
  }),
  async preview({ path, content }, { workspace }) {
    const { kind } = await workspace.resolve(path);
    const before =
      kind === 'file' ? await workspace.read(path, (file) => readWhole(file, maximumContent)) : '';
    return previewChange(path, before, content);
  },
  async run({ path, content }, { workspace }) {
    const oldSize = await workspace.write(path, content);
    const size = `${Buffer.byteLength(content)} bytes`;
    return oldSize === null
      ? { content: `created ${path} (${size})`, createdFile: true }
      : `replaced ${path} (${size}, before ${oldSize})`;
  },
});
