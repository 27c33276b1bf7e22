import { z } from 'zod';
import { jobStatuses, shownJob } from '../../../protocol/job.ts';
import { ask } from '../ask.ts';
import type { Command, Context } from '../command.ts';
import { limitOption } from '../filter-options.ts';
import { counted, moment, shortId } from '../figures.ts';
import { fullJobId } from '../full-id.ts';
import type { Paper } from '../paper.ts';
import { usage } from '../parse-command.ts';
import { renderTable } from '../render-table.ts';

type Job = z.infer<typeof shownJob>;

const jobPage = z.object({ jobs: z.array(shownJob) });
const undoing = z.object({
  undone: z.array(z.object({ memoryId: z.string(), action: z.string() })),
  left: z.array(z.object({ memoryId: z.string(), reason: z.string() })),
});
type Undoing = z.infer<typeof undoing>;

const reason = 'by the user, with the command line tool';

export const jobs: Command = {
  name: 'jobs',
  words: '[retry <id> | undo <id>]',
  summary: 'background work, newest first; retry makes a failed one due again, undo takes back what one did',
  options: {
    status: {
      kind: 'text',
      value: '<name>',
      help: jobStatuses.join(', '),
      schema: z.enum(jobStatuses, { error: `must be one of ${jobStatuses.join(', ')}` }),
    },
    limit: limitOption(200, 50),
  },
  counts: [0, 2],
  async run(context) {
    const [action, id] = context.words;
    if (action === undefined) return listJobs(context);
    if (action !== 'retry' && action !== 'undo') throw usage(jobs, `"${action}" is neither retry nor undo`);
    if (id === undefined) throw usage(jobs, `which job? ${action} needs its id`);
    return action === 'retry' ? retryJob(context, id) : undoJob(context, id);
  },
};

async function listJobs({ options, connect, output, signal }: Context): Promise<void> {
  const query = { status: options.text('status'), limit: options.text('limit') };
  const api = await connect();
  const page = await ask(api, jobPage, ['GET', '/api/memory/jobs'], { query, signal });
  output.answer(page.jobs, (all, paper) =>
    all.length === 0 ? 'There are no jobs (that fit).' : renderJobs(all, paper),
  );
}

async function retryJob({ connect, output, signal }: Context, given: string): Promise<void> {
  const api = await connect();
  const id = await fullJobId(api, given, signal);
  const job = await ask(api, shownJob, ['POST', `/api/memory/jobs/${id}/retry`], { signal });
  output.answer(job, () => `Due now, with all its tries: ${job.kind} ${job.id}`);
  if (!api.isServer) output.note('The server works on it when it runs.');
}

async function undoJob({ connect, output, signal }: Context, given: string): Promise<void> {
  const api = await connect();
  const id = await fullJobId(api, given, signal);
  const path = `/api/memory/jobs/${id}/undo`;
  output.answer(await ask(api, undoing, ['POST', path], { json: { reason }, signal }), renderUndoing);
}

const renderJobs = (all: Job[], paper: Paper): string =>
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
    paper,
  );

function describeJob({ error, finishedAt, status, runAt }: Job): string {
  if (error !== null && status !== 'done') return error;
  if (finishedAt !== null) return `finished ${moment(finishedAt)}`;
  return status === 'running' ? 'under way' : `due ${moment(runAt)}`;
}

function renderUndoing({ undone, left }: Undoing): string {
  if (undone.length === 0 && left.length === 0) return 'There is nothing to take back.';
  return [
    `${counted(undone.length, 'memory', 'memories')} taken back${undone.length > 0 ? ':' : '.'}`,
    ...undone.map(({ memoryId, action }) => `  ${memoryId}  ${action}`),
    ...(left.length > 0 ? ['Left as they are:'] : []),
    ...left.map(({ memoryId, reason: why }) => `  ${memoryId}  ${why}`),
  ].join('\n');
}
