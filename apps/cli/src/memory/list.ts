import type { ShownMemory } from '@devai/fastify/protocol/memory';
import type { Context } from '../context.ts';
import { distance, shortId } from '../terminal/written.ts';
import { filtered, wholeNumber } from './filter-options.ts';

const largestPage = 200;

export const createList = ({ ask, output }: Context) =>
  filtered('list')
    .description('List stored memories, newest first')
    .option('--all-projects', 'include all projects')
    .option('--invalid', 'include invalid memories (superseded, contradicted, faded)')
    .option('--limit <n>', 'maximum number', wholeNumber(100_000), 50)
    .action(async ({ invalid: includeInvalid, limit, ...filter }) => {
      const memories: ShownMemory[] = [];
      let after: string | undefined;
      do {
        const query = {
          ...filter,
          includeInvalid,
          limit: Math.min(largestPage, limit - memories.length),
          after,
        };
        const page = await ask('GET /api/memory', { query });
        memories.push(...page.memories);
        after = page.next ?? undefined;
      } while (after !== undefined && memories.length < limit);
      await output.answer(memories, (all) => all.map(viewListed));
      if (after !== undefined) output.note(`There may be more: --limit ${limit * 2} shows twice as many.`);
    });

/** Enough of a memory to recognise it. */
function viewListed(memory: ShownMemory) {
  const { content, pinned, isValid, invalidatedReason, expiresAt } = memory;
  const marks = [
    ...(pinned ? ['pinned'] : []),
    ...(isValid ? [] : [`invalid: ${invalidatedReason ?? '?'}`]),
    ...(isValid && expiresAt ? [`expires ${distance(expiresAt)}`] : []),
  ];
  return {
    id: shortId(memory.id),
    priority: memory.priority,
    strength: memory.strength,
    created: distance(memory.createdAt),
    type: memory.memoryType,
    namespace: memory.namespace,
    content: marks.length === 0 ? content : `(${marks.join(', ')}) ${content}`,
  };
}
