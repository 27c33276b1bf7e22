import type { SectionInput } from '@devai/memory';
import type { Tool } from '../tools/tool.ts';
import type { Agent } from './roster/agent.ts';
import { chapo } from './roster/chapo.ts';
import type { SystemContext } from './system-context.ts';

type Host = { tools: Tool[]; systemContext: SystemContext };

/** The host as an agent sees it: with the agent's tools, and its prompt in place of CHAPO's. */
export function actingAs<Given extends Host>(agent: Agent, host: Given): Given & { agent: Agent } {
  if (agent === chapo) return { ...host, agent };
  return {
    ...host,
    agent,
    tools: host.tools.filter(({ name }) => agent.tools?.includes(name) ?? true),
    systemContext: {
      sections: async (project) => sectionsFor(agent, await host.systemContext.sections(project)),
    },
  };
}

/** An agent as the memory library knows it. `reader`: the name under which it reads its own notes; null for CHAPO, which keeps none. */
export const memoryUser = (agent: Agent): { name: string; reader: string | null } => ({
  name: agent.name,
  reader: agent === chapo ? null : agent.name,
});

const sectionsFor = (agent: Agent, sections: SectionInput[]): SectionInput[] =>
  sections.map((section) => (section.type === 'agent' ? { ...section, items: [itemOf(agent)] } : section));

const items = new Map<Agent, { text: string }>();

/** Returns the same object for an agent each time, so that its tokens are counted once. */
function itemOf(agent: Agent): { text: string } {
  const item = items.get(agent) ?? { text: agent.prompt };
  items.set(agent, item);
  return item;
}
