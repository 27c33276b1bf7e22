import type { Line } from '@devai/fastify/protocol/client';
import type { ImportPlan, textForms } from '@devai/fastify/protocol/imports';
import type { z } from 'zod';
import { cliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { askLines } from '../server/api.ts';
import { createStyle } from '../terminal/style.ts';

export type ForeignOptions = {
  dryRun?: true | undefined;
  yes?: true | undefined;
  project?: string | undefined;
  everywhere?: true | undefined;
  form?: z.infer<typeof textForms> | undefined;
  conversations?: true | undefined;
  ownWords?: true | undefined;
  mapUsers?: true | undefined;
};

type Sent = { name: string; isFolder: boolean; lines: () => AsyncIterable<Uint8Array>; isOnce: boolean };
type Done = Line<'POST /api/memory/imports', 'read'> & { done: true };

/** Imports memories of another product: says what it would store, asks, and stores it. */
export async function importForeign(context: Context, sent: Sent, options: ForeignOptions): Promise<void> {
  const { output } = context;
  if (sent.isOnce && !options.dryRun && !options.yes)
    throw cliError('usage', 'standard input cannot be read twice: give --yes, or --dry-run');
  let id: string | undefined;
  if (!options.yes || options.dryRun) {
    const planned = await send(context, sent, options, { dryRun: true });
    if (options.dryRun) {
      await output.answer(valueOf(planned), viewAll);
      return;
    }
    output.note(await drawn(context, planned));
    if (!(await context.confirm('Import this?'))) return;
    if ('plan' in planned) id = planned.plan.id;
  }
  await output.answer(valueOf(await send(context, sent, options, { id })), viewAll);
}

async function send(
  { connect, output, signal }: Context,
  { name, isFolder, lines }: Sent,
  { project, everywhere, form, conversations, ownWords, mapUsers }: ForeignOptions,
  how: { dryRun?: true; id?: string | undefined },
): Promise<Done> {
  const query = {
    ...{ form, conversations, ownWords, mapUsers, isFolder, ...how, name: name.slice(-200) },
    project: everywhere ? '' : project,
  };
  const bar = output.progress('import');
  try {
    const api = await connect();
    for await (const line of askLines(api, 'POST /api/memory/imports', { query, lines: lines(), signal })) {
      if (line.done) return line;
      bar.show(line.progress.done, line.progress.total);
    }
  } finally {
    bar.end();
  }
  throw cliError('broken_answer', 'the answer broke off');
}

type Report = ImportPlan &
  Partial<Record<'added' | 'changed' | 'same' | 'disputed' | 'sessions' | 'open', number>> & {
    problem?: string | null;
    user?: string;
  };

const reportsOf = (done: Done): Report[] =>
  'plan' in done
    ? [done.plan]
    : 'report' in done
      ? [done.report]
      : 'plans' in done
        ? done.plans
        : done.reports;

function valueOf(done: Done): Report | Report[] {
  const reports = reportsOf(done);
  const [one] = reports;
  return one && ('plan' in done || 'report' in done) ? one : reports;
}

const viewAll = (value: Report | Report[]): unknown =>
  Array.isArray(value) ? value.map(viewShort) : view(value);

const viewShort = ({ user, id, statements, added, refused }: Report) => ({
  user,
  import: id,
  new: statements.new,
  known: statements.known + statements.stored,
  refused: refused.count,
  ...(added !== undefined && { added }),
});

/** What is stored or would be, and what is not. Counts of nothing are left out. */
function view(report: Report) {
  const { id, statements, byForm, byCategory, byScope, byOwner, first, refused, leftOut, conversations } =
    report;
  const { added, changed, same, disputed, sessions, open, problem } = report;
  const isDone = added !== undefined;
  return {
    import: id,
    ...(isDone && present({ added, changed, same, disputed, sessions, open })),
    ...(problem ? { problem } : {}),
    ...(isDone && (added || changed || sessions) ? { undo: `memory import --undo ${id}` } : {}),
    ...(isDone ? {} : { 'would be stored': statements.new }),
    ...present({ ...statements, new: 0 }),
    read: counted(byForm),
    ...(isDone ? {} : present2({ categories: counted(byCategory), places: counted(byScope) })),
    ...present2({ 'named users': counted(byOwner) }),
    ...(conversations.new + conversations.known > 0
      ? {
          conversations: conversations.included
            ? `${conversations.new} new, ${conversations.known} known, ${conversations.messages} messages, about ${conversations.tokens} tokens to extract`
            : `${conversations.new} with ${conversations.messages} messages are left out; --conversations stores them, and about ${conversations.tokens} tokens are read to extract them`,
        }
      : {}),
    ...(isDone
      ? {}
      : {
          First: first.map(({ content, category, path, place }) => ({
            content,
            category,
            from: `${path}, ${place}`,
          })),
        }),
    Refused: [
      ...refused.first.map(({ path, place, reason }) => ({ from: `${path}, ${place}`, reason })),
      ...more(refused),
    ],
    'Left out': [
      ...leftOut.first.map(({ path, place, reason }) => ({ from: `${path}, ${place}`, reason })),
      ...more(leftOut),
    ],
  };
}

const more = ({ count, first }: ImportPlan['refused']) =>
  count > first.length ? [{ from: `${count - first.length} more`, reason: '' }] : [];

const present = (counts: Record<string, number | undefined>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined && count > 0));
const present2 = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
const counted = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

async function drawn({ streams, config }: Context, done: Done): Promise<string> {
  const { render } = await import('../terminal/render.ts');
  return render(viewAll(valueOf(done)), createStyle(streams.errors, config.colours));
}
