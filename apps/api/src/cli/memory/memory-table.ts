import type { ShownMemory } from '../../protocol/memory.ts';
import { moment, shortId, twoDigits } from './figures.ts';
import type { Paper } from './paper.ts';
import { renderTable } from './render-table.ts';

/** Memories, one a line: enough to find the one that is meant. */
export const renderMemories = (memories: ShownMemory[], paper: Paper): string =>
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
