import type { AgentInputItem, CallModelInputFilter, Session } from '@openai/agents';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { shownBy, type Chat } from '../../chat/chat.ts';
import type { Message } from '../../store/messages.ts';
import type { GivenMessage } from '../../types.ts';
import { createDegrading, type AdapterSettings } from '../degrading.ts';
import { textOf, toGiven } from './items.ts';

/** What `run` takes: `run(agent, input, createAgentsMemory(chat))`. */
export type AgentsMemory = { session: Session; callModelInputFilter: CallModelInputFilter };

/** What prompts of a conversation had lately: a reply that repeats it is no new evidence. */
const shownAtOnce = 500;
/** The part of a message's metadata from which its item is read back. */
const kept = z.object({ item: z.looseObject({}) });
const taken = z.object({ popped: z.int() });

/**
 * A chat as the session of the OpenAI Agents SDK, with the filter that adds what is recalled for the last message of the user to the
 * instructions of each call. The session stores what the runner gives it; a failing store makes it throw, because the runner would go on
 * with half a history. A failing recall is told (`onDegraded`), and the model is asked without it.
 */
export function createAgentsMemory(chat: Chat, settings: AdapterSettings = {}): AgentsMemory {
  const { memory, sessionId: id, project, agent } = chat;
  const { attempt, tell } = createDegrading(settings);
  const identity = { id, project, agent };
  const shown = new LRUCache<string, true>({ max: shownAtOnce });

  /** The items that are in the history, oldest first. */
  async function history(): Promise<Message[]> {
    const all = (await memory.sessions.get(id)) ? await memory.sessions.messages(id) : [];
    const popped = new Set(all.flatMap(({ metadata }) => taken.safeParse(metadata).data?.popped ?? []));
    return all.filter(({ number, metadata }) => kept.safeParse(metadata).success && !popped.has(number));
  }

  async function append(item: AgentInputItem, messageId: string | undefined) {
    const given: GivenMessage = toGiven(item, { recalled: [...shown.keys()] });
    const [stored] = await memory.sessions.append(identity, [
      { ...given, ...(messageId && { id: messageId }) },
    ]);
    return stored;
  }

  /** Once, by the id that the framework gives; one that was popped since is added again. */
  async function add(item: AgentInputItem): Promise<void> {
    const messageId = 'id' in item && typeof item.id === 'string' && item.id !== '' ? item.id : undefined;
    const stored = await append(item, messageId);
    if (stored && !stored.isNew && !(await history()).some(({ number }) => number === stored.number)) {
      await append(item, undefined);
    }
    if (stored?.stored.role !== 'user') return;
    const { text, number: messageNumber } = stored;
    await attempt('it could not be remembered now', () =>
      memory.rememberStated({ text, project, sessionId: id, messageNumber }),
    );
  }

  return {
    session: {
      getSessionId: async () => id,
      async getItems(limit) {
        const items = (await history()).map(({ metadata }) => toItem(metadata));
        return limit === undefined ? items : items.slice(Math.max(0, items.length - limit));
      },
      async addItems(items) {
        await memory.sessions.open(identity);
        for (const item of items) await add(item);
      },
      async popItem() {
        for (;;) {
          const last = (await history()).at(-1);
          if (last === undefined) return undefined;
          const [marked] = await memory.sessions.append(identity, [
            {
              ...{ id: `popped/${last.number}`, role: 'assistant', type: 'notice', content: '' },
              metadata: { popped: last.number },
            },
          ]);
          // otherwise another call took it
          if (marked?.isNew) return toItem(last.metadata);
        }
      },
      async clearSession() {
        if (await memory.sessions.get(id)) await memory.sessions.delete(id);
      },
    },
    async callModelInputFilter({ modelData }) {
      const text = textOf(modelData.input.findLast((item) => 'role' in item && item.role === 'user'));
      if (text.trim() === '') return modelData;
      const recall = await attempt('nothing was recalled', () =>
        memory.recall({ text, project, sessionId: id, agent }),
      );
      if (recall === undefined) return modelData;
      tell(recall.degraded);
      for (const one of shownBy(recall)) shown.set(one, true);
      const instructions = [modelData.instructions, recall.signals, recall.block]
        .filter(Boolean)
        .join('\n\n');
      return { ...modelData, instructions };
    },
  };
}

/** The item as it was given, without secrets. The SDK checks it when it reads it. */
const toItem = (metadata: unknown): AgentInputItem => item.parse(kept.parse(metadata).item);
const item = z.custom<AgentInputItem>((value) => typeof value === 'object' && value !== null);
