import { z } from 'zod';
import { ask } from '../ask.ts';
import type { Command } from '../command.ts';
import { counted } from '../figures.ts';

const report = z.object({
  prunedMemories: z.int(),
  expiredMemories: z.int(),
  prunedTopics: z.int(),
  fadingMemories: z.int(),
  fadingTopics: z.int(),
  removedJobs: z.int(),
  mergedEntries: z.int(),
});

export const decay: Command = {
  name: 'decay',
  words: '',
  summary: 'ends what has faded or expired and lets go of old jobs; the server does it once a day',
  details: 'Running it twice does no more than once. What ended stays in its history and can be restored.',
  options: {},
  counts: [0, 0],
  async run({ connect, output, signal }) {
    const api = await connect();
    output.answer(
      await ask(api, report, ['POST', '/api/memory/decay'], { signal }),
      ({ removedJobs, mergedEntries, ...ended }) =>
        `Pruned: ${pair(ended.prunedMemories, ended.prunedTopics)}. Expired: ${counted(ended.expiredMemories, 'memory', 'memories')}.\n` +
        `Within 7 days, unless they are used: ${pair(ended.fadingMemories, ended.fadingTopics)}.\n` +
        `Let go: ${counted(removedJobs, 'finished job', 'finished jobs')}, ${counted(mergedEntries, 'entry', 'entries')} of the ledger into sums of a day.`,
    );
  },
};

const pair = (memories: number, topics: number): string =>
  `${counted(memories, 'memory', 'memories')}, ${counted(topics, 'topic', 'topics')}`;
