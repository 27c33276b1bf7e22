import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { AnswersError } from './answers-error.ts';
import type { History } from './history.ts';
import { readElement, readElements, type Place } from './read-elements.ts';
import { isLocomo, readLocomo } from './read-locomo.ts';
import { isLongMemEval, readLongMemEval } from './read-longmemeval.ts';

const formats = {
  LoCoMo: { is: isLocomo, read: readLocomo },
  LongMemEval: { is: isLongMemEval, read: readLongMemEval },
};
type Format = keyof typeof formats;

/** A history in its file, which is read again when it is needed: all of a file may be more than memory holds. */
export type HistoryPlace = Place & {
  /** Unique in a run. */
  key: string;
  questions: { id: string; category: string }[];
};

export type DataFile = {
  path: string;
  name: string;
  format: Format;
  sha256: string;
  histories: HistoryPlace[];
};

/**
 * Finds the files of LoCoMo and LongMemEval in a folder, or reads the one file that is given. `skipped`: other JSON files of the folder.
 * Throws `no_data`, `broken_json` and `unknown_format`.
 */
export async function readData(path: string): Promise<{ files: DataFile[]; skipped: string[] }> {
  const files: DataFile[] = [];
  const skipped: string[] = [];
  for (const one of await jsonFiles(path)) {
    const file = await readFile(one);
    if (file === null) skipped.push(one);
    else files.push(file);
  }
  if (files.length > 0) return { files, skipped };
  throw new AnswersError(
    'unknown_format',
    `${skipped.join(', ')}: neither LoCoMo (objects with conversation and qa) nor LongMemEval (objects with haystack_sessions)`,
  );
}

async function jsonFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new AnswersError('no_data', `${path} does not exist`);
  if (found.isFile()) return [path];
  const names = (await readdir(path)).filter((name) => name.endsWith('.json')).toSorted();
  if (names.length > 0) return names.map((name) => join(path, name));
  throw new AnswersError(
    'no_data',
    `${path} holds no *.json: put locomo10.json or a file of LongMemEval there, unpacked`,
  );
}

/** Null: another format. */
async function readFile(path: string): Promise<DataFile | null> {
  const name = basename(path, '.json');
  const hash = createHash('sha256');
  const histories: HistoryPlace[] = [];
  const keys = new Set<string>();
  let format: Format | null = null;
  for await (const { value, number, start, end } of readElements(path, hash)) {
    format ??= formatOf(value);
    if (format === null) return null;
    const { id, questions } = readAs(format, value, `${path}, object ${number}`);
    const key = `${name}/${id}`;
    if (keys.has(key)) throw new AnswersError('unknown_format', `${path}: two objects have the id ${id}`);
    keys.add(key);
    histories.push({
      key,
      start,
      end,
      questions: questions.map((one) => ({ id: one.id, category: one.category })),
    });
  }
  return format && { path, name, format, sha256: hash.digest('hex'), histories };
}

const formatOf = (value: object): Format | null =>
  formats.LoCoMo.is(value) ? 'LoCoMo' : formats.LongMemEval.is(value) ? 'LongMemEval' : null;

function readAs(format: Format, value: object, where: string): History {
  try {
    return formats[format].read(value);
  } catch (error) {
    const why =
      error instanceof z.ZodError
        ? z.prettifyError(error)
        : error instanceof AnswersError
          ? error.message
          : null;
    if (why === null) throw error;
    throw new AnswersError('unknown_format', `${where}: it is not as ${format} is published: ${why}`);
  }
}

export const readHistory = async ({ path, format }: DataFile, place: HistoryPlace): Promise<History> =>
  readAs(format, await readElement(path, place), place.key);
