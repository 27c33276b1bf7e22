import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';

/** A memory that every prompt of a session holds (`pinned`) or none does (`excluded`), or a message that none does (`hidden`). */
export type SessionChoice = { list: 'pinned' | 'excluded'; item: string } | { list: 'hidden'; item: number };

/** What the user puts into the prompts of a session, and keeps out. */
export function useSessionChoices({ session }: { session: string }) {
  const { client, changed } = useDevai();
  const path = { id: session };
  const choices = useQuery({
    queryKey: [...keys.contexts, 'choices', session],
    queryFn: ({ signal }) => client.ask('GET /api/memory/sessions/:id/memories', { path, signal }),
  });
  const choose = useMutation({
    mutationFn: ({ list, item, chosen }: SessionChoice & { chosen: boolean }) =>
      chosen
        ? client.ask('POST /api/memory/sessions/:id/memories', {
            path,
            json: { pinned: [], excluded: [], hidden: [], [list]: [item] },
          })
        : client.ask('DELETE /api/memory/sessions/:id/memories', { path, query: { [list]: [String(item)] } }),
    onSettled: () => changed([...keys.contexts, 'choices', session], [...keys.contexts, 'preview', session]),
  });
  return { choices, choose };
}

/** What the agent would be sent for a message in a session; nothing for an empty one. */
export function useContextPreview({ session, text }: { session: string; text: string }) {
  const { client } = useDevai();
  return useQuery({
    queryKey: [...keys.contexts, 'preview', session, text],
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      client.ask('POST /api/memory/sessions/:id/context', {
        path: { id: session },
        json: { text },
        signal,
      }),
  });
}
