import { PassThrough } from 'node:stream';

// oxlint-disable-next-line no-control-regex
const tokens = /\u001b\[\??([\d;]*)([A-Za-z])|\u001b\]52;c;([^\u0007]*)\u0007|[^]/gu;

/**
 * A minimal terminal that turns output into rows. It knows the control sequences that the chat uses. As on real terminals,
 * the cursor leaves a full row only with the next character.
 */
export function createTerminal(columns: number) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns });
  const rows: string[][] = [[]];
  let row = 0;
  let column = 0;
  let clipboard = '';

  const rowAt = (index: number): string[] => (rows[index] ??= []);
  const clear = (from: number): void => {
    const current = rowAt(row);
    current.length = Math.min(current.length, from);
  };

  function write(character: string): void {
    if (column === columns) {
      row += 1;
      column = 0;
    }
    const current = rowAt(row);
    while (current.length < column) current.push(' ');
    current[column] = character;
    column += 1;
  }

  function control(parameter: string, final: string): void {
    const count = Number(parameter || 1);
    switch (final) {
      case 'A':
        row = Math.max(0, row - count);
        column = Math.min(column, columns - 1);
        break;
      case 'B':
        row += count;
        break;
      case 'C':
        column = Math.min(columns - 1, column + count);
        break;
      case 'D':
        column = Math.max(0, column - count);
        break;
      case 'G':
        column = count - 1;
        break;
      case 'J':
        clear(column);
        rows.length = row + 1;
        break;
      case 'K':
        clear(column);
        break;
      case 'h':
      case 'l':
      case 'm':
        break;
      default:
        throw new Error(`this terminal does not know CSI ${parameter}${final}`);
    }
  }

  output.on('data', (chunk: Buffer) => {
    for (const [token, parameter, final, copied] of chunk.toString('utf8').matchAll(tokens)) {
      if (copied !== undefined) {
        clipboard = Buffer.from(copied, 'base64').toString('utf8');
      } else if (final !== undefined) {
        control(parameter ?? '', final);
      } else if (token === '\n') {
        row += 1;
        column = 0;
        rowAt(row);
      } else if (token === '\r') {
        column = 0;
      } else if (token === '\t') {
        column = Math.min(columns - 1, (Math.floor(column / 8) + 1) * 8);
      } else {
        write(token);
      }
    }
  });

  return {
    input,
    output,
    /** Types text, including control characters. */
    type: (text: string) => input.write(text),
    /** The rows from the top, without trailing blanks. */
    rows: () => rows.map((cells) => cells.join('').trimEnd()),
    /** What was copied last. */
    clipboard: () => clipboard,
    cursor: () => ({ row, column }),
  };
}
