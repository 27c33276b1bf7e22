import { Command } from '@commander-js/extra-typings';
import { reembedReport } from '@devai/api/protocol/upkeep';
import type { Context } from '../context.ts';
import { counted } from './figures.ts';
import { followLongWork } from './long-work.ts';

export const reembed = (context: Context) =>
  new Command('reembed')
    .summary('give every memory a vector of the configured embedder')
    .description(
      `Give every memory a vector of the configured embedder. Until it is through, the store stays on its old embedder. Stopped,
it goes on where it was the next time.`,
    )
    .action(async () => {
      const work = { path: '/api/memory/reembed', label: 'embedding' };
      context.output.answer(
        await followLongWork(context, reembedReport, work),
        ({ embedded, embedder }) => `${counted(embedded, 'memory', 'memories')} embedded by ${embedder}.`,
      );
    });
