import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { evalCase, kinds, type EvalCase, type Kind } from './eval-case.ts';

/** Reads all cases, or those of one kind, in the order of the kinds. Throws with file and line if one has another form. */
export function loadCases(kind: Kind | null = null): EvalCase[] {
  return kinds.filter((one) => kind === null || one === kind).flatMap(casesOf);
}

function casesOf(kind: Kind): EvalCase[] {
  const name = `cases/${kind}.jsonl`;
  const lines = readFileSync(join(import.meta.dirname, name), 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [readCase(line, `${name}:${index + 1}`, kind)],
  );
}

function readCase(line: string, place: string, kind: Kind): EvalCase {
  const parsed = evalCase.safeParse(parseJson(line, place));
  if (!parsed.success) throw new Error(`${place}: ${z.prettifyError(parsed.error)}`);
  if (parsed.data.kind !== kind) throw new Error(`${place}: a case of the kind ${parsed.data.kind}`);
  return parsed.data;
}

function parseJson(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Error(`${place}: ${String(error)}`, { cause: error });
  }
}
