import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { MemoryError } from '../../../packages/memory/src/errors.ts';
import type { ChatModel, ModelReply, ModelRequest } from '../../../packages/memory/src/ports.ts';

/** Where model calls are recorded, or replayed from. */
export const recording = z.object({ mode: z.enum(['record', 'replay']), folder: z.string().min(1) });
export type Recording = z.infer<typeof recording>;

/**
 * One file. It contains no key and no address, because it is made to be shared. Of a failed call, only the kind of
 * error is kept.
 */
const recordedCall = z.object({
  request: z.object({
    messages: z.array(z.object({ role: z.string(), content: z.string() })),
    schema: z.string().nullable(),
    maxOutputTokens: z.number().nullable(),
  }),
  answer: z.union([
    z.object({ content: z.string(), model: z.string() }),
    z.object({ error: z.enum(['model_failed', 'model_refused']) }),
  ]),
  usage: z.object({ inputTokens: z.int(), outputTokens: z.int(), cachedTokens: z.int() }).nullable(),
});
type RecordedCall = z.infer<typeof recordedCall>;

/**
 * Returns a model whose calls are recorded in files, `<folder>/<case>/<hash of the request>.json`, with a number
 * after the hash if a case repeats a request. `record` calls the model, and replaces the folder's files of a case;
 * `replay` makes no call. A missing or damaged file would only fail a job of the pipeline, so `throwIfFailed` throws
 * the error after the case. Throws if there is no folder to replay from.
 */
export function throughFiles(model: ChatModel, { mode, folder }: Recording) {
  if (mode === 'replay' && !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`--replay: ${folder} is not a folder: ${recordAgain(folder)}`);
  }
  const timesAsked = new Map<string, number>();
  const failures: Error[] = [];
  let currentCase = '';

  async function generate(request: ModelRequest): Promise<ModelReply> {
    const asked = canonical(request);
    const file = nextFile(asked);
    if (mode === 'replay') return replyOf(noteFailure(() => read(file, asked.schema, folder)));
    const write = (outcome: Omit<RecordedCall, 'request'>) =>
      noteFailure(() => writeFileSync(file, `${JSON.stringify({ request: asked, ...outcome }, null, 2)}\n`));
    const reply = await model.generate(request).catch((error: unknown) => {
      const isRefusal = error instanceof MemoryError && error.code === 'model_refused';
      write({ answer: { error: isRefusal ? 'model_refused' : 'model_failed' }, usage: null });
      throw error;
    });
    write({ answer: { content: reply.content, model: reply.model }, usage: reply.usage });
    return reply;
  }

  function nextFile(asked: RecordedCall['request']): string {
    const hash = createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16);
    const times = (timesAsked.get(hash) ?? 0) + 1;
    timesAsked.set(hash, times);
    return join(folder, currentCase, `${hash}${times === 1 ? '' : `-${times}`}.json`);
  }

  function noteFailure<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      failures.push(new Error(`${currentCase}: ${error instanceof Error ? error.message : String(error)}`));
      throw error;
    }
  }

  return {
    model: { ...model, generate },
    /** Call before each session of a case. */
    enterCase(id: string): void {
      if (id === currentCase) return;
      currentCase = id;
      timesAsked.clear();
      if (mode === 'replay') return;
      rmSync(join(folder, id), { recursive: true, force: true });
      mkdirSync(join(folder, id), { recursive: true });
    },
    throwIfFailed(): void {
      if (failures[0]) throw failures[0];
    },
  };
}

const canonical = ({ messages, schema, maxOutputTokens }: ModelRequest): RecordedCall['request'] => ({
  messages: messages.map(({ role, content }) => ({ role, content })),
  schema: schema?.name ?? null,
  maxOutputTokens: maxOutputTokens ?? null,
});

function replyOf({ answer, usage }: RecordedCall): ModelReply {
  if ('error' in answer) throw new MemoryError(answer.error, 'the call failed when it was recorded');
  return { ...answer, toolCalls: [], usage: usage ?? { inputTokens: 0, outputTokens: 0, cachedTokens: 0 } };
}

function read(file: string, schema: string | null, folder: string): RecordedCall {
  if (!existsSync(file)) {
    throw new Error(`its request for ${schema ?? 'text'} was not recorded (${file}): ${recordAgain(folder)}`);
  }
  try {
    return recordedCall.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`${file} is damaged: ${recordAgain(folder)}`, { cause: error });
  }
}

const recordAgain = (folder: string): string => `record anew with --live --record ${folder}`;
