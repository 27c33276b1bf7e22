import type { Answer } from '@devai/fastify/protocol/client';
import type { Client } from '../client.ts';
import { useDevai } from '../devai-provider.tsx';

type Page = Answer<'GET /api/memory/sessions/:id', 'sent'>;

/** A session with all its messages, as they are stored. */
export type StoredConversation = Pick<Page, 'session' | 'messages'>;

async function readConversation(client: Client, id: string): Promise<StoredConversation> {
  const messages: Page['messages'] = [];
  let session: Page['session'] | null = null;
  for (let after: number | null = 0; after !== null;) {
    const query = { after, limit: 200 };
    const page: Page = await client.ask('GET /api/memory/sessions/:id', { path: { id }, query });
    messages.push(...page.messages);
    session ??= page.session;
    after = page.next;
  }
  if (session === null) throw new Error('the server answered nothing');
  return { session, messages };
}

/** Returns what reads a whole session, for an export. It throws `ApiError`. */
export function useReadConversation(): (id: string) => Promise<StoredConversation> {
  const { client } = useDevai();
  return (id) => readConversation(client, id);
}
