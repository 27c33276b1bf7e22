import { z } from 'zod';
import type { Command } from '../command.ts';
import { counted } from '../figures.ts';
import { followLongWork } from '../long-work.ts';

const report = z.object({ embedded: z.int(), embedder: z.string() });

export const reembed: Command = {
  name: 'reembed',
  words: '',
  summary: 'gives every memory a vector of the configured embedder',
  details:
    'Until it is through, the store stays on its old embedder. Stopped, it goes on where it was the next time.',
  options: {},
  counts: [0, 0],
  async run(context) {
    const api = await context.connect();
    const result = await followLongWork(
      api,
      report,
      { path: '/api/memory/reembed', label: 'embedding' },
      context,
    );
    context.output.answer(
      result,
      ({ embedded, embedder }) => `${counted(embedded, 'memory', 'memories')} embedded by ${embedder}.`,
    );
  },
};
