import { readableScopes, scopeOf, type Memory } from '@devai/memory';
import { ToolError } from './tool-error.ts';
import type { ToolMemory } from './tool.ts';

/** The agent that uses the tools. `reader`: the name under which it reads its own notes; null: it keeps none. */
type MemoryUser = { name: string; reader: string | null };

/** The library as an agent's memory tools see it in a project. It can forget only memories that the project or the agent may read. */
export function createToolMemory(
  memory: Memory,
  project: string | null,
  { name, reader: agent }: MemoryUser,
): ToolMemory {
  const scopes = readableScopes(project, { agent });
  const contentOf = async (id: string): Promise<string | null> => {
    const known = await memory.memories.get(id);
    return known && scopes.includes(scopeOf(known.namespace)) ? known.content : null;
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
    contentOf,
    async forget({ id }) {
      if ((await contentOf(id)) === null) return { forgotten: false, keptMessages: 0 };
      return memory.memories.forget(id, {}, { kind: 'agent', id: null });
    },
  };
}
