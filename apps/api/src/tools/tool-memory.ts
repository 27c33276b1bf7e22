import { readableScopes, scopeOf, type Memory } from '@devai/memory';
import type { ToolMemory } from './tool.ts';

/** The library as an agent's memory tools see it in a project. A project cannot erase what it may not read. */
export function createToolMemory(memory: Memory, project: string | null, agent: string): ToolMemory {
  const scopes = readableScopes(project);

  return {
    remember: memory.keep,
    setState: memory.sessions.setState,
    publish: (key, value, of) => memory.shared.publish(key, value, { ...of, project, agent }),
    listShared: async (key) => (await memory.shared.list({ project, key, isLatest: true })).entries,
    recall: ({ query, sessionId, filter }) =>
      memory.search({ text: query, project, sessionId, filter, messages: true, forPrompt: true }),
    async readDocument(path, lines) {
      const document = await memory.documents.find(path, project);
      return document && memory.documents.read(document.id, lines);
    },
    async forget({ id }) {
      const known = await memory.memories.get(id);
      if (!known || !scopes.includes(scopeOf(known.namespace))) return { forgotten: false, keptMessages: 0 };
      return memory.memories.forget(id, {}, { kind: 'agent', id: null });
    },
  };
}
