import type { Job } from '@devai/memory';
import { z } from 'zod';
import { counted } from '../../counted.ts';
import type { ShownJob } from '../../protocol/job.ts';
import { helpByCode } from '../../protocol/problem.ts';

const size = z.object({ memories: z.int(), tokens: z.int() });

/** What a person says for what a job records. */
const words: Record<string, string> = {
  added: 'new',
  known: 'known already',
  updated: 'changed',
  contradicted: 'corrected',
  refused: 'noted as disputed',
  disputed: 'noted as disputed',
  merged: 'put together',
  archived: 'put aside',
  superseded: 'replaced',
  related: 'linked',
  compaction: 'long conversation',
  'nothing above the watermark': 'nothing new was said',
};
const plainly = (word: string): string => words[word] ?? word;

/** What jobs of all kinds record (packages/memory/src/jobs). */
const jobResult = z.object({
  note: z.string().optional(),
  /** Messages read. */
  messages: z.int().optional(),
  from: z.string().optional(),
  candidates: z.int().optional(),
  dropped: z.array(z.string()).default([]),
  applied: z
    .array(
      z.object({
        action: z.string(),
        reason: z.string().nullish(),
        relations: z.array(z.unknown()).default([]),
      }),
    )
    .default([]),
  undone: z.array(z.string()).default([]),
  /** Vectors made. */
  filled: z.int().optional(),
  /** Memories and tokens of a project. */
  before: size.optional(),
  after: size.optional(),
  skipped: z.array(z.unknown()).default([]),
});
type JobResult = z.infer<typeof jobResult>;

/** Adds in words what a job did, or why it failed and what to do; null while it waits for its first try or runs. */
export function showJob(job: Job): ShownJob {
  const { status, kind, error } = job;
  const { data: result } = jobResult.safeParse(job.result);
  const failure = error === null ? null : describeFailure(error, status === 'dead');
  return { ...job, did: status === 'done' && result ? describeResult(kind, result) : failure };
}

function describeResult(kind: Job['kind'], result: JobResult): string {
  const { note, undone, filled } = result;
  if (note !== undefined) return `nothing to do: ${plainly(note)}`;
  if (filled !== undefined) return `made ${counted(filled, 'text')} findable by meaning`;
  if (kind === 'consolidate') return describeConsolidation(result);
  const [only] = result.applied;
  const isOneMemory = kind === 'deduplicate' && result.from === undefined;
  const parts = isOneMemory
    ? [only ? `${plainly(only.action)}: ${only.reason ?? 'its reason was forgotten'}` : 'nothing']
    : [
        `${describeSource(result)}: ${result.candidates ? counted(result.candidates, 'statement') : 'nothing to remember'}`,
        ...tally(result.applied.map(({ action }) => action)),
        ...tally(result.applied.flatMap(({ relations }) => relations.map(() => 'related'))),
        ...byName(result.dropped).map(([reason, count]) => `${count} left out (${reason})`),
      ];
  return [...parts, ...(undone.length > 0 ? [`undone for ${counted(undone.length, 'memory')}`] : [])].join(
    '; ',
  );
}

function describeConsolidation({ before, after, applied, skipped, undone }: JobResult): string {
  const inWords = (of: JobResult['before']): string =>
    `${counted(of?.memories ?? 0, 'memory')} (${counted(of?.tokens ?? 0, 'token')})`;
  return [
    `${inWords(before)} became ${inWords(after)}`,
    ...tally(applied.map(({ action }) => action)),
    ...(skipped.length > 0 ? [`${skipped.length} left, because they changed meanwhile`] : []),
    ...(undone.length > 0 ? [`undone for ${counted(undone.length, 'memory')}`] : []),
  ].join('; ');
}

const describeSource = ({ messages, from }: JobResult): string =>
  messages === undefined ? `from a ${plainly(from ?? 'session')}` : `read ${counted(messages, 'message')}`;

/** "2 new", "1 known already". */
const tally = (names: string[]): string[] =>
  byName(names).map(([name, count]) => `${count} ${plainly(name)}`);

const byName = (names: string[]): [name: string, count: number][] =>
  Object.entries(Object.groupBy(names, (name) => name)).map(([name, all = []]) => [name, all.length]);

function describeFailure(error: string, isDead: boolean): string {
  const [, code = ''] = /\((\w+)\)$/.exec(error) ?? [];
  const help = helpByCode[code];
  const next = isDead ? 'Then retry it: pnpm memory jobs retry.' : 'It is retried.';
  return [`failed: ${error}.`, ...(help === undefined ? [] : [help]), next].join(' ');
}
