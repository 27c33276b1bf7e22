import { useDevai } from '../devai-provider.tsx';
import type { Memory } from './memory-types.ts';

/** Returns what reads all that a project's chats know now, for an export. It throws `ApiError`. */
export function useReadMemories(): (of: { project?: string | undefined }) => Promise<Memory[]> {
  const { client } = useDevai();
  return async ({ project }) => {
    const all: Memory[] = [];
    for (let after: string | undefined; ;) {
      const { memories, next } = await client.ask('GET /api/memory', {
        query: { project, after, limit: 200 },
      });
      all.push(...memories);
      if (next === null) return all;
      after = next;
    }
  };
}
