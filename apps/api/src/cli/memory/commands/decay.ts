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
});

export const decay: Command = {
  name: 'decay',
  words: '',
  summary: 'prunes what has faded and ends what has expired; the server does it once a day',
  details: 'Running it twice does no more than once. What ended stays in its history and can be restored.',
  options: {},
  counts: [0, 0],
  async run({ connect, output, signal }) {
    const api = await connect();
    output.answer(
      await ask(api, report, ['POST', '/api/memory/decay'], { signal }),
      ({ prunedMemories, expiredMemories, prunedTopics, fadingMemories, fadingTopics }) =>
        `Pruned: ${pair(prunedMemories, prunedTopics)}. Expired: ${counted(expiredMemories, 'memory', 'memories')}.\nWithin 7 days, unless they are used: ${pair(fadingMemories, fadingTopics)}.`,
    );
  },
};

const pair = (memories: number, topics: number): string =>
  `${counted(memories, 'memory', 'memories')}, ${counted(topics, 'topic', 'topics')}`;
