import { memoryPage, type ShownMemory } from '@devai/api/protocol/memory';
import type { Context } from '../context.ts';
import type { Style } from '../terminal/style.ts';
import { renderTable } from '../terminal/table.ts';
import { moment, shortId, twoDigits } from './figures.ts';
import { filtered, wholeNumber } from './filter-options.ts';

const largestPage = 200;

export const list = ({ ask, output }: Context) =>
  filtered('list')
    .description('List stored memories, newest first')
    .option('--all-projects', 'include all projects')
    .option('--invalid', 'include replaced, contradicted and faded memories')
    .option('--limit <n>', 'maximum number', wholeNumber(100_000), 50)
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
      output.answer(memories, (all, style) =>
        all.length === 0 ? 'No memories match.' : renderMemories(all, style),
      );
      if (after !== undefined) output.note(`There may be more: --limit ${limit * 2} shows twice as many.`);
    });

/** One line per memory, enough to recognise it. */
const renderMemories = (memories: ShownMemory[], style: Style): string =>
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
    style,
  );

function describe({ content, pinned, isValid, invalidatedReason }: ShownMemory): string {
  const marks = [...(pinned ? ['pinned'] : []), ...(isValid ? [] : [`invalid: ${invalidatedReason ?? '?'}`])];
  return marks.length === 0 ? content : `(${marks.join(', ')}) ${content}`;
}
