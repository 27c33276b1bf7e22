import { useQuery } from '@tanstack/react-query';
import { storedMessageOf } from '@devai/api/protocol/frames';
import { turnsOf } from '../chat/chat-state.ts';
import type { AgentWork } from '../chat/parts.ts';
import { dataOf, type Client } from '../client.ts';
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
    const page = await dataOf(client.GET('/api/memory/sessions', { params: { query }, signal }));
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
  let after: number | null = 0;
  do {
    const params: { path: { id: string }; query: { after: number; limit: number } } = {
      path: { id },
      query: { after, limit: 200 },
    };
    const page = await dataOf(client.GET('/api/memory/sessions/{id}', { params, signal }));
    messages.push(...page.messages.map(storedMessageOf));
    after = page.next;
  } while (after !== null);
  // the task, which its call shows, comes first
  return turnsOf(messages.filter(({ role }) => role !== 'user')).flatMap(({ parts }) => parts);
}
