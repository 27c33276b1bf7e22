import { useQuery } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';

/** Why a memory would, or would not, be in the prompt of a text. */
export function useMemoryExplanation({
  id,
  text,
  project,
}: {
  id: string;
  text: string;
  project?: string | undefined;
}) {
  const { client } = useDevai();
  return useQuery({
    queryKey: [...keys.memories, 'explanation', id, project, text],
    enabled: text.trim() !== '',
    queryFn: ({ signal }) =>
      client.ask('POST /api/memory/explain', { json: { memoryId: id, text, project }, signal }),
  });
}
