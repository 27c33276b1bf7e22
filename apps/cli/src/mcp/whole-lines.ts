import { Transform } from 'node:stream';

/** Bytes of a message. The largest arguments that a tool takes are far smaller. */
export const largestMessage = 4_000_000;
/** Bytes at the end of a line in which its id is looked for. */
const tail = 300;

type Refused = { problem: string; answer: object | null };

/**
 * Passes on whole lines, and drops those that are too long without keeping them in memory, or are no JSON. `refuse` gets the answer of
 * the protocol, if the line says its id at its end, as most clients write it.
 */
export function wholeLines(refuse: (refused: Refused) => void): Transform {
  let kept: Buffer[] = [];
  let length = 0;
  let end = Buffer.alloc(0);

  function take(part: Buffer): void {
    length += part.length;
    if (length <= largestMessage) kept.push(part);
    else kept = [];
    end = Buffer.concat([end, part.subarray(-tail)]).subarray(-tail);
  }

  /** The line, or null if it is refused. */
  function finish(): Buffer | null {
    const line = length > largestMessage ? null : Buffer.concat(kept);
    const problem =
      line === null
        ? { code: -32_600, message: `a message may have ${largestMessage} bytes, and this one has ${length}` }
        : isJson(line)
          ? null
          : { code: -32_700, message: 'a line is no JSON' };
    const id = idIn(end.toString('utf8'));
    [kept, length, end] = [[], 0, Buffer.alloc(0)];
    if (problem === null) return line;
    refuse({ problem: problem.message, answer: id === null ? null : { jsonrpc: '2.0', id, error: problem } });
    return null;
  }

  return new Transform({
    transform(chunk: Buffer | string, _, done) {
      const bytes = Buffer.from(chunk);
      let from = 0;
      for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
        take(bytes.subarray(from, at));
        from = at + 1;
        const line = finish();
        if (line && line.length > 0) this.push(Buffer.concat([line, Buffer.from('\n')]));
      }
      take(bytes.subarray(from));
      done();
    },
  });
}

function isJson(line: Buffer): boolean {
  const text = line.toString('utf8').trim();
  try {
    return text === '' || JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

function idIn(end: string): number | string | null {
  const [, id] = /"id":\s*(\d{1,15}|"[^"\\]{1,100}")\s*\}\s*$/.exec(end) ?? [];
  return id === undefined ? null : JSON.parse(id);
}
