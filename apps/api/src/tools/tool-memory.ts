import { readableScopes, scopeOf, type MemoryRecord, type UserMemory } from '@devai/memory';
import { ToolError } from './tool-error.ts';
import type { ToolMemory } from './tool.ts';

/**
 * The agent that uses the tools. `reader`: the name under which it reads its own notes; null: it keeps none. `noteForgotten` is called with
 * a memory that it forgot, as it was read before.
 */
type MemoryUser = { name: string; reader: string | null; noteForgotten: (memory: MemoryRecord) => void };

/** The library as an agent's memory tools see it in a project. It can forget only memories that the project or the agent may read. */
export function createToolMemory(
  memory: UserMemory,
  project: string | null,
  { name, reader: agent, noteForgotten }: MemoryUser,
): ToolMemory {
  const scopes = readableScopes(project, { agent });
  const read = async (id: string): Promise<MemoryRecord | null> => {
    const known = await memory.memories.get(id);
    return known && scopes.includes(scopeOf(known.namespace)) ? known : null;
  };

  return {
    timeZone: memory.timeZone,
    async remember(statement) {
      if (statement.about === 'self' && agent === null)
        throw new ToolError(
          'only an agent that works on a delegated task keeps notes for itself: say user or project',
        );
      return memory.keep({ ...statement, agent: name });
    },
    setState: memory.sessions.setState,
    publish: (key, value, of) => memory.shared.publish(key, value, { ...of, project, agent: name }),
    listShared: async (key) => (await memory.shared.list({ project, key, isLatest: true })).entries,
    recall: ({ query, sessionId, filter }) =>
      memory.search({ text: query, project, agent, sessionId, filter, messages: true, forPrompt: true }),
    async readDocument(path, lines) {
      const document = await memory.documents.find(path, project);
      return document && memory.documents.read(document.id, lines);
    },
    contentOf: async (id) => (await read(id))?.content ?? null,
    async forget({ id }) {
      const known = await read(id);
      if (!known) return { forgotten: false, keptMessages: 0 };
      const done = await memory.memories.forget(id, {}, { kind: 'agent', id: null });
      if (done.forgotten) noteForgotten(known);
      return done;
    },
  };
}
