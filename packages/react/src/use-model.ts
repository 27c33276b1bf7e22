import { useMutation, useQuery } from '@tanstack/react-query';
import type { Answer, Body } from '@devai/fastify/protocol/client';
import { useDevai } from './devai-provider.tsx';
import { keys } from './keys.ts';

export type ModelChoice = Body<'PUT /api/model'>;
export type ModelProvider = Answer<'GET /api/model', 'sent'>['providers'][number]['id'];

/** The model of the server, for its operator: `test` asks one a question, `use` takes it for the server, `drop` takes it away with its key. */
export function useModel() {
  const { client, queries, changed } = useDevai();
  const queryKey = [...keys.server, 'model'];
  const model = useQuery({ queryKey, queryFn: ({ signal }) => client.ask('GET /api/model', { signal }) });
  const onSuccess = (answer: Answer<'GET /api/model', 'sent'>): void => {
    queries.setQueryData(queryKey, answer);
    changed(keys.server);
  };
  // what was sent has the key, so nothing of it is kept
  const gcTime = 0;
  return {
    ...model,
    test: useMutation({
      gcTime,
      mutationFn: (json: ModelChoice) => client.ask('POST /api/model/test', { json }),
    }),
    use: useMutation({
      gcTime,
      onSuccess,
      mutationFn: (json: ModelChoice) => client.ask('PUT /api/model', { json }),
    }),
    drop: useMutation({ onSuccess, mutationFn: () => client.ask('DELETE /api/model', {}) }),
  };
}
