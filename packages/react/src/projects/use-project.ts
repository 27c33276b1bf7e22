import { useMutation, useQuery } from '@tanstack/react-query';
import { dataOf } from '../client.ts';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { operations } from '../openapi.ts';

export type ProjectEdit = operations['saveProject']['requestBody']['content']['application/json'];

/** One project with its settings; `save` sets what is given, and null removes it. Null asks for none. */
export function useProject(id: string | null) {
  const { client, changed } = useDevai();
  const path = { id: id ?? '' };
  const project = useQuery({
    queryKey: [...keys.projects, 'one', id],
    enabled: id !== null,
    queryFn: ({ signal }) => dataOf(client.GET('/api/project/{id}', { params: { path }, signal })),
  });
  const save = useMutation({
    mutationFn: (body: ProjectEdit) => dataOf(client.PUT('/api/project/{id}', { params: { path }, body })),
    onSettled: () => changed(keys.projects),
  });
  return { project, save };
}
