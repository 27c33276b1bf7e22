import { useQuery } from '@tanstack/react-query';
import { useDevai } from './devai-provider.tsx';
import { keys } from './keys.ts';

/** The projects that something is remembered of, last active first. */
export function useProjects() {
  const { client } = useDevai();
  return useQuery({
    queryKey: [...keys.projects, 'list'],
    queryFn: async ({ signal }) => (await client.ask('GET /api/projects', { signal })).projects,
  });
}
