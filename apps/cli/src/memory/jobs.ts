import { Command } from '@commander-js/extra-typings';
import { jobPage, jobStatuses, shownJob, undone } from '@devai/api/protocol/job';
import { z } from 'zod';
import { cliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import type { Style } from '../terminal/style.ts';
import { renderTable } from '../terminal/table.ts';
import { reason } from './change.ts';
import { counted, moment, shortId } from './figures.ts';
import { oneOf, wholeNumber } from './filter-options.ts';
import { fullId } from './full-id.ts';

type Job = z.infer<typeof shownJob>;

export const jobs = (context: Context) =>
  new Command('jobs')
    .description(
      'List background jobs, newest first. retry makes a failed job due again; undo reverts what a job did.',
    )
    .argument('[action]', 'retry or undo')
    .argument('[id]')
    .option('--status <name>', jobStatuses.join(', '), oneOf(z.enum(jobStatuses)))
    .option('--limit <n>', 'maximum number', wholeNumber(200), 50)
    .action(async (action, given, query) => {
      const { ask, output, connect } = context;
      if (action === undefined) {
        const page = await ask(jobPage, ['GET', '/api/memory/jobs'], { query });
        output.answer(page.jobs, (all, style) =>
          all.length === 0 ? 'No jobs match.' : renderJobs(all, style),
        );
        return;
      }
      if (action !== 'retry' && action !== 'undo')
        throw cliError('usage', `"${action}" is neither retry nor undo`);
      if (given === undefined) throw cliError('usage', `which job? ${action} needs its id`);
      const path = `/api/memory/jobs/${await fullId(context, 'job', given)}/${action}`;
      if (action === 'undo') {
        output.answer(await ask(undone, ['POST', path], { json: { reason } }), renderUndone);
        return;
      }
      const job = await ask(shownJob, ['POST', path]);
      output.answer(job, () => `Due now, with all its attempts: ${job.kind} ${job.id}`);
      const { isServer } = await connect();
      if (!isServer) output.note('A running server will work on it.');
    });

const renderJobs = (all: Job[], style: Style): string =>
  renderTable(
    [
      { title: 'id', value: ({ id }) => shortId(id) },
      { title: 'kind', value: ({ kind }) => kind },
      {
        title: 'status',
        value: ({ status }) => status,
        paint: ({ status }) => (status === 'dead' ? 'red' : null),
      },
      { title: 'tries', value: ({ attempts }) => String(attempts), align: 'right', spare: 2 },
      { title: 'created', value: ({ createdAt }) => moment(createdAt), spare: 3 },
      { title: 'about', value: ({ key }) => shortId(key), spare: 4 },
      { title: 'due, finished or error', value: describeJob },
    ],
    all,
    style,
  );

function describeJob({ error, finishedAt, status, runAt }: Job): string {
  if (error !== null && status !== 'done') return error;
  if (finishedAt !== null) return `finished ${moment(finishedAt)}`;
  return status === 'running' ? 'under way' : `due ${moment(runAt)}`;
}

function renderUndone({ undone: taken, left }: z.infer<typeof undone>): string {
  if (taken.length === 0 && left.length === 0) return 'There is nothing to undo.';
  return [
    `${counted(taken.length, 'memory', 'memories')} reverted${taken.length > 0 ? ':' : '.'}`,
    ...taken.map(({ memoryId, action }) => `  ${memoryId}  ${action}`),
    ...(left.length > 0 ? ['Not reverted:'] : []),
    ...left.map(({ memoryId, reason: why }) => `  ${memoryId}  ${why}`),
  ].join('\n');
}
