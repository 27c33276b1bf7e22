import { Command } from '@commander-js/extra-typings';
import type { consolidation } from '@devai/fastify/protocol/upkeep';
import type { z } from 'zod';
import { cliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { shortId } from '../terminal/written.ts';
import { projectHelp } from './filter-options.ts';
import { longRequest } from './long-request.ts';

type Consolidation = z.infer<typeof consolidation>;

/** `memory consolidate`: reduces the memories of a project, or shows how it would. */
export const createConsolidate = (context: Context) =>
  new Command('consolidate')
    .description(
      `Merge, summarise and archive the memories of a project. It merges memories that say the same, ends outdated ones, summarises old details, adjusts
importance to use, and archives what exceeds the budget. The server does this once a week. It runs as one job, which jobs undo reverts.`,
    )
    .option('--project <name>', projectHelp)
    .option('--dry-run', 'only show the plan; makes the same model calls')
    .action(async ({ project, dryRun = false }) => {
      const id = project ?? (await context.ask('GET /api/focus', {})).project;
      if (!id) throw cliError('usage', 'there is no project: name one with --project');
      const asking = { path: { id }, json: { dryRun } };
      const done = await longRequest(context, 'consolidate', 'POST /api/project/:id/consolidate', asking);
      await context.output.answer(done, view);
      if (done.error !== null) context.exitCode = 1;
    });

const view = ({ before, after, budget, protected: untouched, ...rest }: Consolidation) => ({
  ...(rest.dryRun ? {} : { job: rest.jobId, status: rest.status, error: rest.error }),
  memories: `${before.memories} → ${after.memories} (budget ${budget.memories}, ${untouched} protected)`,
  tokens: `${before.tokens} → ${after.tokens} (budget ${budget.tokens})`,
  Plan: rest.actions.map(({ kind, ids, keepId, importance, text, reason, tokensBefore, tokensAfter }) => ({
    action: kind,
    memories: ids
      .filter((one) => one !== keepId)
      .map(shortId)
      .join(' '),
    becomes: text ?? (keepId === null ? String(importance ?? '') : shortId(keepId)),
    tokens: `${tokensBefore} → ${tokensAfter}`,
    reason,
  })),
  Done: rest.applied.map(({ action, memoryId, previousId, reason }) => ({
    action,
    memory: shortId(previousId ?? memoryId),
    'now in': previousId === null ? '' : shortId(memoryId),
    reason,
  })),
  Left: rest.skipped.map(({ kind, ids, reason }) => ({
    action: kind,
    memories: ids.map(shortId).join(' '),
    reason,
  })),
  'Refused proposals of the model': rest.refused.join('\n'),
});
