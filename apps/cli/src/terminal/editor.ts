import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cliError } from '../cli-error.ts';
import type { Variables } from '../config.ts';

/**
 * Lets the user change a text in their editor: $VISUAL, else $EDITOR, else the system's own. The file is the user's alone, and is removed.
 * Throws `usage` if the editor cannot be started or fails; the text is then as it was.
 */
export async function editText(text: string, variables: Variables): Promise<string> {
  const own = process.platform === 'win32' ? 'notepad' : 'vi';
  const editor = variables.VISUAL || variables.EDITOR || own;
  const folder = await mkdtemp(join(tmpdir(), 'devai-'));
  const file = join(folder, 'message.md');
  try {
    await writeFile(file, text, { mode: 0o600 });
    // through a shell, because editors are named with their options: "code --wait"
    const editing = spawn(`${editor} "${file}"`, { shell: true, stdio: 'inherit' });
    const [code] = await once(editing, 'exit');
    if (code !== 0) throw cliError('usage', `${editor} ended with ${String(code)}; nothing was sent`);
    return await readFile(file, 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
