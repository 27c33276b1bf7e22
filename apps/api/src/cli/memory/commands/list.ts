import type { ShownMemory } from '../../../protocol/memory.ts';
import { ask } from '../ask.ts';
import type { Command } from '../command.ts';
import { filterFields, filterOptions, limitOption, projectOption } from '../filter-options.ts';
import { memoryPage } from '../memory-pages.ts';
import { renderMemories } from '../memory-table.ts';

const usualLimit = 50;
const largestPage = 200;

export const list: Command = {
  name: 'list',
  words: '',
  summary: 'stored memories, newest first',
  options: {
    project: projectOption,
    'all-projects': { kind: 'flag', help: 'of all projects' },
    invalid: { kind: 'flag', help: 'also what was replaced, contradicted or has faded' },
    ...filterOptions,
    limit: limitOption(100_000, usualLimit),
  },
  counts: [0, 0],
  async run({ options, connect, output, signal }) {
    const api = await connect();
    const limit = Number(options.text('limit') ?? usualLimit);
    const memories: ShownMemory[] = [];
    let next: string | null = null;
    do {
      const page: { memories: ShownMemory[]; next: string | null } = await ask(
        api,
        memoryPage,
        ['GET', '/api/memory'],
        {
          query: {
            project: options.text('project'),
            allProjects: options.flag('all-projects'),
            includeInvalid: options.flag('invalid'),
            ...filterFields(options),
            limit: Math.min(largestPage, limit - memories.length),
            after: next ?? undefined,
          },
          signal,
        },
      );
      memories.push(...page.memories);
      ({ next } = page);
    } while (next !== null && memories.length < limit);
    output.answer(memories, (all, paper) =>
      all.length === 0 ? 'Nothing is stored (that fits).' : renderMemories(all, paper),
    );
    if (next !== null) output.note(`There may be more: --limit ${limit * 2} shows twice as many.`);
  },
};
