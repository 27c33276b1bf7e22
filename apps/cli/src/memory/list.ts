import { memoryPage, type ShownMemory } from '@devai/api/protocol/memory';
import type { Context } from '../context.ts';
import type { Paper } from '../terminal/paper.ts';
import { renderTable } from '../terminal/table.ts';
import { moment, shortId, twoDigits } from './figures.ts';
import { filtered, wholeNumber } from './filter-options.ts';

const largestPage = 200;

export const list = ({ ask, output }: Context) =>
  filtered('list')
    .description('list stored memories, newest first')
    .option('--all-projects', 'of all projects')
    .option('--invalid', 'also what was replaced, contradicted or has faded')
    .option('--limit <n>', 'at most so many', wholeNumber(100_000), 50)
    .action(async ({ invalid: includeInvalid, limit, ...query }) => {
      const memories: ShownMemory[] = [];
      let after: string | undefined;
      do {
        const page = {
          ...query,
          includeInvalid,
          limit: Math.min(largestPage, limit - memories.length),
          after,
        };
        const answer = await ask(memoryPage, ['GET', '/api/memory'], { query: page });
        memories.push(...answer.memories);
        after = answer.next ?? undefined;
      } while (after !== undefined && memories.length < limit);
      output.answer(memories, (all, paper) =>
        all.length === 0 ? 'Nothing is stored (that fits).' : renderMemories(all, paper),
      );
      if (after !== undefined) output.note(`There may be more: --limit ${limit * 2} shows twice as many.`);
    });

/** Memories, one a line: enough to find the one that is meant. */
const renderMemories = (memories: ShownMemory[], paper: Paper): string =>
  renderTable(
    [
      { title: 'id', value: ({ id }) => shortId(id) },
      { title: 'created', value: ({ createdAt }) => moment(createdAt), spare: 3 },
      { title: 'namespace', value: ({ namespace }) => namespace, spare: 5 },
      { title: 'type', value: ({ memoryType }) => memoryType, spare: 4 },
      { title: 'priority', value: ({ priority }) => priority, spare: 1 },
      { title: 'strength', value: ({ strength }) => twoDigits(strength), align: 'right', spare: 2 },
      { title: 'content', value: describe },
    ],
    memories,
    paper,
  );

function describe({ content, pinned, isValid, invalidatedReason }: ShownMemory): string {
  const marks = [...(pinned ? ['pinned'] : []), ...(isValid ? [] : [`invalid: ${invalidatedReason ?? '?'}`])];
  return marks.length === 0 ? content : `(${marks.join(', ')}) ${content}`;
}
