import { Command } from '@commander-js/extra-typings';
import { decayReport } from '@devai/api/protocol/upkeep';
import type { Context } from '../context.ts';
import { counted } from './figures.ts';

export const decay = ({ ask, output }: Context) =>
  new Command('decay')
    .summary('end what has faded or expired and let go of old jobs; the server does it once a day')
    .description(
      `End what has faded or expired and let go of old jobs; the server does it once a day. Running it twice does no more than
once. What ended stays in its history and can be restored.`,
    )
    .action(async () => {
      output.answer(
        await ask(decayReport, ['POST', '/api/memory/decay']),
        ({ removedJobs, mergedEntries, ...ended }) =>
          `Pruned: ${pair(ended.prunedMemories, ended.prunedTopics)}. Expired: ${counted(ended.expiredMemories, 'memory', 'memories')}.\n` +
          `Within 7 days, unless they are used: ${pair(ended.fadingMemories, ended.fadingTopics)}.\n` +
          `Let go: ${counted(removedJobs, 'finished job', 'finished jobs')}, ${counted(mergedEntries, 'entry', 'entries')} of the ledger into sums of a day.`,
      );
    });

const pair = (memories: number, topics: number): string =>
  `${counted(memories, 'memory', 'memories')}, ${counted(topics, 'topic', 'topics')}`;
