import { z } from 'zod';
import { previewChange } from './preview-change.ts';
import { readWhole } from './read-text.ts';
import { defineTool } from './tool.ts';
import { ToolError } from './tool-error.ts';

/** Bytes. An edited file is held in memory as a whole. */
const maximumSize = 10_000_000;
/** Line numbers shown when a text occurs more than once. */
const shownLines = 10;

export const editFile = defineTool({
  name: 'edit_file',
  risk: 'write',
  description:
    'Replace a text in a file of the workspace. old_text must occur exactly once, unless replace_all is true.',
  input: z.object({
    path: z.string(),
    old_text: z.string().min(1).describe('Exactly as it is in the file, white space included.'),
    new_text: z.string(),
    replace_all: z.boolean().optional(),
  }),
  async preview(input, { workspace }) {
    const text = await workspace.read(input.path, (file) => readWhole(file, maximumSize));
    return previewChange(input.path, text, edited(text, input).text);
  },
  async run(input, { workspace }) {
    const { path } = input;
    let lines: number[] = [];
    await workspace.change(path, async (file) => {
      const change = edited(await readWhole(file, maximumSize), input);
      ({ lines } = change);
      return change.text;
    });
    return `edited ${path}: ${lines.length === 1 ? '1 place' : `${lines.length} places`} (${nameLines(lines)})`;
  },
});

type Edit = { path: string; old_text: string; new_text: string; replace_all?: boolean | undefined };

/** The text after an edit, and the lines that it changes. Throws `ToolError` if it cannot be made. */
function edited(
  text: string,
  { path, old_text: oldText, new_text: newText, replace_all: all = false }: Edit,
): { text: string; lines: number[] } {
  if (oldText === newText) throw new ToolError('old_text and new_text are the same; nothing would change');
  const edit = withLineEndsOf(text, { oldText, newText });
  const found = positionsOf(text, edit.oldText);
  const lines = found.map((position) => lineAt(text, position));
  if (found.length === 0) throw new ToolError(notFound(path, text, oldText));
  if (found.length > 1 && !all) throw new ToolError(notUnique(path, lines));
  // not replaceAll, which would interpret `$&` in the new text
  return { text: text.split(edit.oldText).join(edit.newText), lines };
}

/** Models write \n even when the file has \r\n. */
function withLineEndsOf(text: string, edit: { oldText: string; newText: string }): typeof edit {
  if (text.includes(edit.oldText) || !text.includes('\r\n') || edit.oldText.includes('\r')) return edit;
  return {
    oldText: edit.oldText.replaceAll('\n', '\r\n'),
    newText: edit.newText.replaceAll(/\r?\n/g, '\r\n'),
  };
}

/** The positions of a text, without overlaps, as `split` finds them. */
function positionsOf(text: string, wanted: string): number[] {
  const positions: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length))
    positions.push(at);
  return positions;
}

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length;

function notFound(path: string, text: string, oldText: string): string {
  const hint = squeeze(text).includes(squeeze(oldText))
    ? 'It occurs with other white space'
    : 'The file may have changed';
  return `old_text does not occur in ${path}. ${hint}: read the file again and copy the text exactly.`;
}

const squeeze = (value: string): string => value.replaceAll(/\s+/g, ' ').trim();

const notUnique = (path: string, lines: number[]): string =>
  `old_text occurs ${lines.length} times in ${path} (${nameLines(lines)}). Add the text around it, or set replace_all.`;

const nameLines = (lines: number[]): string =>
  `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, shownLines).join(', ')}${lines.length > shownLines ? ' …' : ''}`;
