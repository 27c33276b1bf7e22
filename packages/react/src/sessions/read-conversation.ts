import { readConversation, type StoredConversation } from '@devai/fastify/protocol/conversation-file';
import { useDevai } from '../devai-provider.tsx';

/** Returns what reads a whole session, for an export. It throws `ApiError`. */
export function useReadConversation(): (id: string) => Promise<StoredConversation> {
  const { client } = useDevai();
  return (id) => readConversation(client, id);
}
