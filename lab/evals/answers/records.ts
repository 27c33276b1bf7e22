import { appendFileSync } from 'node:fs';
import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MemoryError } from '@devai/memory';
import { lockFolder } from '@devai/memory/testing';
import { z } from 'zod';
import { AnswersError } from './answers-error.ts';
import { ways, type Way } from './contexts.ts';

const answer = z.object({
  history: z.string(),
  question: z.string(),
  way: z.enum(ways),
  reply: z.string(),
  /** Of the request, as counted here. */
  tokens: z.number(),
  /** The share of the evidence that stood in the request; null: not known. */
  evidence: z.number().nullable(),
  /** Oldest turns that had no room. */
  cut: z.number(),
});
const verdict = z.object({
  history: z.string(),
  question: z.string(),
  way: z.enum(ways),
  right: z.boolean(),
  reason: z.string(),
});
/** All sessions of a history are stored and extracted, but for what `givenUp` jobs were to do. */
const told = z.object({ history: z.string(), givenUp: z.number() });
const usage = z.object({
  for: z.enum([...ways, 'judge', 'extraction', 'embeddings']),
  model: z.string(),
  requests: z.number(),
  inputTokens: z.number(),
  cachedTokens: z.number(),
  outputTokens: z.number(),
});
const entry = z.discriminatedUnion('kind', [
  answer.extend({ kind: z.literal('answer') }),
  verdict.extend({ kind: z.literal('verdict') }),
  told.extend({ kind: z.literal('told') }),
  usage.extend({ kind: z.literal('usage') }),
]);
type Entry = z.output<typeof entry>;

export type Answer = z.output<typeof answer>;
export type Verdict = z.output<typeof verdict>;
export type Usage = z.output<typeof usage>;
/** What must be the same when a run goes on. */
export type RunSettings = Record<string, unknown>;

export type Records = {
  /** Where the stores of the histories are. */
  storeFolder(history: string): string;
  answerOf(history: string, question: string, way: Way): Answer | undefined;
  verdictOf(history: string, question: string, way: Way): Verdict | undefined;
  /** How many jobs were given up when the history was told; null: it is not told yet. */
  told(history: string): number | null;
  /** Summed by purpose and model. */
  usage(): Usage[];
  add(entry: Entry): void;
  writeResults(results: unknown): Promise<void>;
  release(): void;
};

const keyOf = ({ history, question, way }: Pick<Answer, 'history' | 'question' | 'way'>): string =>
  JSON.stringify([history, question, way]);

/**
 * Opens the folder of a run for this process alone, and reads what an earlier one answered. Each answer is a line of `answers.jsonl`, written
 * at once. Throws `out_in_use`, `other_run` and `damaged_records`.
 */
export async function openRecords(folder: string, settings: RunSettings): Promise<Records> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new AnswersError('out_unusable', `--out ${folder}: ${String(error)}`, error);
  });
  const lock = await lockFolder(folder).catch((error: unknown) => {
    if (!(error instanceof MemoryError && error.code === 'database_locked')) throw error;
    throw new AnswersError(
      'out_in_use',
      `another run uses ${folder}: wait until it ends, or name another folder with --out`,
      error,
    );
  });
  try {
    const entries = await readEntries(join(folder, 'answers.jsonl'));
    await keepSettings(join(folder, 'run.json'), settings, entries.length > 0);
    return recordsIn(folder, entries, lock.release);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Compares the settings with those of the run that `hasBegun`, or writes them. */
async function keepSettings(path: string, settings: RunSettings, hasBegun: boolean): Promise<void> {
  const written = hasBegun ? await ifThere(path) : null;
  if (written === null) {
    await writeFile(path, `${JSON.stringify(settings, null, 2)}\n`);
    return;
  }
  const { success, data: earlier } = z
    .record(z.string(), z.unknown())
    .safeParse(parsedLine(written.toString('utf8'), path));
  if (!success) throw damaged(path, 'it is no object');
  const differences = [...new Set([...Object.keys(settings), ...Object.keys(earlier)])]
    .map((key) => ({ key, was: JSON.stringify(earlier[key]), is: JSON.stringify(settings[key]) }))
    .filter(({ was, is }) => was !== is)
    .map(({ key, was, is }) => `${key} was ${was}, is ${is}`);
  if (differences.length === 0) return;
  throw new AnswersError(
    'other_run',
    `${path} is of a run with other settings (${differences.join('; ')}): set them as they were, or name another folder with --out`,
  );
}

function recordsIn(folder: string, entries: Entry[], release: () => void): Records {
  const path = join(folder, 'answers.jsonl');
  const answers = new Map<string, Answer>();
  const verdicts = new Map<string, Verdict>();
  const toldHistories = new Map<string, number>();
  const used = new Map<string, Usage>();
  const note = (one: Entry): void => {
    if (one.kind === 'answer') answers.set(keyOf(one), one);
    else if (one.kind === 'verdict') verdicts.set(keyOf(one), one);
    else if (one.kind === 'told') toldHistories.set(one.history, one.givenUp);
    else {
      const key = `${one.for} ${one.model}`;
      const sum = used.get(key);
      used.set(key, sum ? added(sum, one) : { ...one });
    }
  };
  for (const one of entries) note(one);
  return {
    // a name of the data may be no name of a folder
    storeFolder: (history) => join(folder, 'stores', encodeURIComponent(history).replaceAll('.', '%2E')),
    answerOf: (history, question, way) => answers.get(keyOf({ history, question, way })),
    verdictOf: (history, question, way) => verdicts.get(keyOf({ history, question, way })),
    told: (history) => toldHistories.get(history) ?? null,
    usage: () => [...used.values()],
    add(one) {
      appendFileSync(path, `${JSON.stringify(one)}\n`);
      note(one);
    },
    writeResults: (results) =>
      writeFile(join(folder, 'results.json'), `${JSON.stringify(results, null, 2)}\n`),
    release,
  };
}

const added = (sum: Usage, one: Usage): Usage => ({
  ...sum,
  requests: sum.requests + one.requests,
  inputTokens: sum.inputTokens + one.inputTokens,
  cachedTokens: sum.cachedTokens + one.cachedTokens,
  outputTokens: sum.outputTokens + one.outputTokens,
});

/** A killed process may have left the beginning of a line, which is cut off. */
async function readEntries(path: string): Promise<Entry[]> {
  const bytes = await ifThere(path);
  if (bytes === null) return [];
  const whole = bytes.lastIndexOf('\n') + 1;
  if (whole < bytes.length) await truncate(path, whole);
  return bytes
    .toString('utf8', 0, whole)
    .split('\n')
    .flatMap((line, index) => {
      if (line === '') return [];
      const read = entry.safeParse(parsedLine(line, `${path}, line ${index + 1}`));
      if (read.success) return [read.data];
      throw damaged(`${path}, line ${index + 1}`, z.prettifyError(read.error));
    });
}

async function ifThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function parsedLine(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damaged(where, String(error));
  }
}

const damaged = (where: string, why: string): AnswersError =>
  new AnswersError(
    'damaged_records',
    `${where} cannot be read: ${why}. Mend it, or name another folder with --out`,
  );
