import { useMutation, useQuery } from '@tanstack/react-query';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';
import { planTopicEdit, type ShownFocus, type TopicEdit } from './topic-edit.ts';

/** Milliseconds after which it is read again: the user may edit the focus file meanwhile. */
const every = 3_000;

/** An edit with the list that the user saw when they began it. */
type SeenEdit = { edit: TopicEdit; seen: ShownFocus };

/**
 * The topics of recent work, strongest first, and what the agent is told about them. `edit` shows at once; it leaves alone what was changed
 * after `seen`, and the `conflict` of its result says what it left.
 */
export function useFocus({ project }: { project?: string | undefined } = {}) {
  const { client, queries, changed } = useDevai();
  const queryKey = [...keys.focus, project];
  const read = (signal?: AbortSignal) => client.ask('GET /api/focus', { query: { project }, signal });
  const mutationKey = ['focus edit', project];
  const focus = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    // what is read while an edit is on its way does not have it yet
    refetchInterval: () => (queries.isMutating({ mutationKey }) === 0 ? every : false),
  });
  const edit = useMutation({
    mutationKey,
    scope: { id: ['focus', project].join(' ') },
    async mutationFn({ edit: wanted, seen }: SeenEdit) {
      const latest = await read();
      const { topics, conflict } = planTopicEdit(wanted, seen.topics, latest.topics);
      if (topics === null) return { focus: latest, conflict };
      const body = {
        ...{ project, asOf: latest.asOf },
        topics: topics.map(({ topic, files, directories }) => ({ topic, files, directories })),
      };
      return { focus: await client.ask('PUT /api/focus', { json: body }), conflict };
    },
    async onMutate({ edit: wanted }) {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<ShownFocus>(queryKey);
      queries.setQueryData<ShownFocus>(queryKey, (shown) => {
        const topics = shown && planTopicEdit(wanted, shown.topics, shown.topics).topics;
        return shown && topics ? { ...shown, topics } : shown;
      });
      return () => queries.setQueryData(queryKey, before);
    },
    onError: (_error, _given, takeBack) => takeBack?.(),
    onSuccess: ({ focus: answer }) => queries.setQueryData(queryKey, answer),
    onSettled: () => changed(keys.focus, [...keys.contexts, 'preview']),
  });
  return { ...focus, edit };
}
