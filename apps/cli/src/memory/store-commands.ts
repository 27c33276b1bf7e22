import { Command } from '@commander-js/extra-typings';
import { jobStatuses, type shownJob } from '@devai/fastify/protocol/job';
import type { Check } from '@devai/fastify/protocol/server';
import type { stats } from '@devai/fastify/protocol/upkeep';
import { z } from 'zod';
import { cliError, toCliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { listCommand } from './list-command.ts';
import { oneLine } from '../terminal/printable.ts';
import { shortId } from '../terminal/written.ts';
import { reason } from './change-commands.ts';
import { oneOf, wholeNumber } from './filter-options.ts';
import { fullId } from './full-id.ts';
import { longRequest } from './long-request.ts';
import { viewCounts } from './views.ts';

type Job = z.infer<typeof shownJob>;

/** Commands about the whole store. */
export const storeCommands = (context: Context) => [
  new Command('stats')
    .description('Show counts, and the cost of memory')
    .option('--project <name>', 'only memories and cost of this project (default: the whole store)')
    .action((query) => context.answer('GET /api/memory/stats', { query }, viewStats)),
  createJobs(context),
  new Command('decay')
    .description(
      `Prune faded and expired memories, and delete old jobs. The server does this once a day. Pruned memories keep their history
and can be restored. Running it twice is harmless.`,
    )
    .action(() => context.answer('POST /api/memory/decay', {})),
  longWork(context, 'reembed', () =>
    longRequest(context, 'reembed', 'POST /api/memory/reembed', {}),
  ).description(
    `Embed all memories with the configured embedder. The store keeps its old embedder until all are done. If interrupted, it
continues where it stopped.`,
  ),
  longWork(context, 'calibrate', (json) =>
    longRequest(context, 'calibrate', 'POST /api/memory/calibrate', { json }),
  )
    .description('Measure the similarity from which a memory is relevant, with your embedder and memories')
    .option('--apply', 'store the measured thresholds and use them'),
  longWork(
    context,
    'scrub',
    (json) => longRequest(context, 'scrub', 'POST /api/memory/scrub', { json }),
    ({ rows, ...rest }) => ({ ...rest, rows: viewCounts(rows) }),
  )
    .description(
      `Redact stored secrets (keys, tokens, passwords) everywhere. New text is redacted before it is stored; this finds what older
rules missed.`,
    )
    .option('--dry-run', 'only count'),
  new Command('doctor')
    .description(
      `Report problems and how to fix them. Exits with 1 if there is one. If neither the server nor the store can be reached, it says why.`,
    )
    .action(async () => {
      const checks = await examine(context);
      await context.output.answer({ checks }, () => checks.map(viewCheck));
      if (checks.some(({ status }) => status === 'problem')) context.exitCode = 1;
    }),
];

/** A command that sends its options, shows the progress of work on the whole store, and then its result. */
const longWork = <Result>(
  { output }: Context,
  name: string,
  work: (json: object) => Promise<Result>,
  view?: (result: Result) => unknown,
) => new Command(name).action(async (json) => output.answer(await work(json), view));

/** Maximum lines of usage by day, newest first. */
const mostDayLines = 14;

function viewStats({ memories, usage, days, ceiling, ...rest }: z.infer<typeof stats>) {
  const { byType, byPriority, byScope, ...counts } = memories;
  return {
    memories: counts,
    byType,
    byPriority,
    'tokens today': ceiling,
    ...rest,
    byScope,
    lastDays: days.slice(0, mostDayLines).map(({ day, operation, model, calls, cost, ...used }) => ({
      day,
      operation,
      calls,
      tokens: total(used),
      cost: cost === null ? null : `$${cost.toFixed(4)}`,
      model,
    })),
    costInTokens: usage.map(({ operation, model, today, last30Days, allTime }) => ({
      operation,
      calls: allTime.calls,
      ever: total(allTime),
      today: total(today),
      '30 days': total(last30Days),
      model,
    })),
  };
}

const total = ({ inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }): number =>
  inputTokens + outputTokens;

function createJobs(context: Context) {
  const pathOf = async (id: string) => ({ id: await fullId(context, 'job', id) });
  return listCommand('jobs')
    .description('List background jobs, newest first.')
    .option('--status <name>', jobStatuses.join(', '), oneOf(z.enum(jobStatuses)))
    .option('--limit <n>', 'maximum number', wholeNumber(200), 50)
    .action(async (query) => {
      const { jobs } = await context.ask('GET /api/memory/jobs', { query });
      await context.output.answer(jobs, (all) => all.map(viewJob));
    })
    .addCommand(
      new Command('show')
        .description('Show a job: what it did to each memory and why, or why it failed')
        .argument('<id>')
        .action(async (id) => {
          await context.answer('GET /api/memory/jobs/:id', { path: await pathOf(id) }, viewWholeJob);
        }),
    )
    .addCommand(
      new Command('retry')
        .description('Run a failed job again, with all its tries')
        .argument('[id]')
        .option('--all', 'all jobs that are dead, or have failed and wait')
        .action(async (id, { all }) => {
          if ((id === undefined) === (all === undefined))
            throw cliError('usage', 'give the id of a job, or --all');
          if (id === undefined) await context.answer('POST /api/memory/jobs/retry', {});
          else await context.answer('POST /api/memory/jobs/:id/retry', { path: await pathOf(id) });
        }),
    )
    .addCommand(
      new Command('undo')
        .description('Revert what a job did')
        .argument('<id>')
        .action(async (id) => {
          const path = await pathOf(id);
          const done = await context.ask('POST /api/memory/jobs/:id/undo', { path, json: { reason } });
          const isNothing = done.undone.length + done.left.length === 0;
          const job = isNothing ? await context.ask('GET /api/memory/jobs/:id', { path }) : null;
          await context.output.answer(done, (same) => (job ? whyNothing(job) : same));
        }),
    );
}

const viewJob = ({ id, status, kind, attempts, createdAt, key, runAt, finishedAt, did }: Job) => ({
  id: shortId(id),
  status,
  kind,
  tries: attempts,
  created: createdAt,
  about: kind === 'consolidate' ? key : shortId(key),
  due: runAt,
  finished: finishedAt,
  did,
});

const undoneBefore = z.object({ undone: z.array(z.unknown()).min(1) });

const whyNothing = ({ result, did }: Job): string =>
  undoneBefore.safeParse(result).success
    ? 'Nothing to undo: all that this job did was undone before.'
    : `Nothing to undo: this job changed no memory (${did ?? 'it failed'}).`;

const appliedDecisions = z.object({
  applied: z.array(z.object({ memoryId: z.string(), action: z.string(), reason: z.string().nullish() })),
});

/** A job with what it did to each memory. */
const viewWholeJob = ({ result, ...job }: Job) => ({
  ...job,
  Memories: (appliedDecisions.safeParse(result).data?.applied ?? []).map(({ memoryId, ...decision }) => ({
    id: shortId(memoryId),
    ...decision,
  })),
});

/** Runs the checks of the server or of the store opened here. If neither can be reached, the only check says why. */
async function examine({ connect, ask, signal }: Context): Promise<Check[]> {
  try {
    const api = await connect();
    const { checks } = await ask('GET /api/memory/doctor', {});
    const place =
      api.whyHere === null
        ? `answers at ${api.place}`
        : `the store was opened here, and background jobs wait for a server: ${api.whyHere}`;
    return [{ name: 'server', status: 'ok', detail: place, help: null }, ...checks];
  } catch (error) {
    if (signal.aborted) throw error;
    const { code, message, help } = toCliError(error);
    const name = code === 'configuration' ? code : code.startsWith('database') ? 'store' : 'server';
    return [{ name, status: 'problem', detail: `${message} (${code})`, help }];
  }
}

const viewCheck = ({ name, status, detail, help }: Check): [string, string] => [
  `${status.padEnd('problem'.length)}  ${name}`,
  [detail, help ?? ''].map((text) => oneLine(text)).join('\n'),
];
