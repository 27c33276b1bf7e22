import { useQuery } from '@tanstack/react-query';
import type { Answer } from '@devai/fastify/protocol/client';
import { storedMessageOf } from '@devai/fastify/protocol/frames';
import { turnsOf } from '@devai/fastify/protocol/conversation';
import type { AgentWork } from '@devai/fastify/protocol/parts';
import type { Client } from '../client.ts';
import { useDevai } from '../devai-provider.tsx';
import { keys } from '../keys.ts';

type HandedCall = {
  session: string;
  /** Null: not known; then the latest call of that id counts. */
  turn: string | null;
  call: string;
};

/** What an agent has done for a call that delegated to it, as stored; null: nothing. `enabled`: whether it is needed now. */
export function useAgentWork({ session, turn, call, enabled }: HandedCall & { enabled: boolean }) {
  const { client } = useDevai();
  return useQuery({
    queryKey: [...keys.agentWork, session, turn, call],
    enabled,
    queryFn: ({ signal }) => readWork(client, { session, turn, call }, signal),
  });
}

async function readWork(client: Client, of: HandedCall, signal: AbortSignal): Promise<AgentWork | null> {
  let before: string | undefined;
  do {
    const query = { parent: of.session, before, limit: 200 };
    const page = await client.ask('GET /api/memory/sessions', { query, signal });
    const found = page.sessions.find(
      ({ parent }) => parent?.call === of.call && (of.turn === null || parent.turn === of.turn),
    );
    if (found) {
      const { id, agent } = found;
      return { name: agent, session: id, parts: await readParts(client, id, signal) };
    }
    before = page.next ?? undefined;
  } while (before !== undefined);
  return null;
}

async function readParts(client: Client, id: string, signal: AbortSignal): Promise<AgentWork['parts']> {
  const messages = [];
  for (let after: number | null = 0; after !== null;) {
    const asking = { path: { id }, query: { after, limit: 200 }, signal };
    const page: Answer<'GET /api/memory/sessions/:id', 'sent'> = await client.ask(
      'GET /api/memory/sessions/:id',
      asking,
    );
    messages.push(...page.messages.map(storedMessageOf));
    after = page.next;
  }
  // the task, which its call shows, comes first
  return turnsOf(messages.filter(({ role }) => role !== 'user')).flatMap(({ parts }) => parts);
}
