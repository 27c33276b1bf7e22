import { z } from 'zod';
import { ask } from '../ask.ts';
import type { Command } from '../command.ts';
import { counted } from '../figures.ts';

const report = z.object({
  prunedMemories: z.int(),
  prunedTopics: z.int(),
  fadingMemories: z.int(),
  fadingTopics: z.int(),
});

export const decay: Command = {
  name: 'decay',
  words: '',
  summary: 'prunes what has faded; the server does it once a day',
  details:
    'Running it twice does no more than once. What was pruned stays in its history and can be restored.',
  options: {},
  counts: [0, 0],
  async run({ connect, output, signal }) {
    const api = await connect();
    output.answer(
      await ask(api, report, ['POST', '/api/memory/decay'], { signal }),
      ({ prunedMemories, prunedTopics, fadingMemories, fadingTopics }) =>
        `Pruned: ${pair(prunedMemories, prunedTopics)}.\nWithin 7 days, unless they are used: ${pair(fadingMemories, fadingTopics)}.`,
    );
  },
};

const pair = (memories: number, topics: number): string =>
  `${counted(memories, 'memory', 'memories')}, ${counted(topics, 'topic', 'topics')}`;
