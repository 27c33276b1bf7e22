import { useMutation, useQuery } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import type { Body } from '@devai/fastify/protocol/client';

export type ProjectEdit = Body<'PUT /api/project/:id'>;

/** One project with its settings; `save` sets what is given, and null removes it. Null asks for none. */
export function useProject(id: string | null) {
  const { client, changed } = useDevai();
  const path = { id: id ?? '' };
  const project = useQuery({
    queryKey: [...keys.projects, 'one', id],
    enabled: id !== null,
    queryFn: ({ signal }) => client.ask('GET /api/project/:id', { path, signal }),
  });
  const save = useMutation({
    mutationFn: (body: ProjectEdit) => client.ask('PUT /api/project/:id', { path, json: body }),
    onSettled: () => changed(keys.projects),
  });
  return { project, save };
}
