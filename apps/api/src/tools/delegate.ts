import { z } from 'zod';
import { defineTool, type Tool } from './tool.ts';
import { ToolError } from './tool-error.ts';

/** An agent that tasks can be delegated to. `parallel`: several may run at once. */
export type Delegate = { name: string; purpose: string; parallel: boolean };

/** Delegates a task to another agent, which works on it in a session of its own. */
export function createDelegate(roster: Delegate[]): Tool {
  const agents = roster.map(({ name, purpose }) => `${name} ${purpose}`).join('; ');
  const fields = {
    to: z
      .string()
      .transform((name) => name.trim().toLowerCase())
      .pipe(z.enum(roster.map(({ name }) => name))),
    task: z.string().trim().min(1).max(20_000).describe('All that it needs to know.'),
    files: z.array(z.string().min(1).max(1_000)).max(50).optional().describe('Where it begins.'),
  };
  return defineTool({
    name: 'delegate',
    risk: 'read',
    endsOnCancel: true,
    description: `Delegate a task of several steps of which you need only the result. The other agent has the same memory, sees nothing of this conversation, and reports back. Agents: ${agents}.`,
    input: z.object({ ...fields, budget: z.int().min(8_000).max(200_000).optional() }),
    // the agents' own limits are good ones
    told: z.object(fields),
    runsBeside: ({ to }) => roster.some(({ name, parallel }) => name === to && parallel),
    async run({ to, task, files = [], budget = null }, { delegate }) {
      if (!delegate) throw new ToolError('a delegated task cannot be delegated again; do it yourself');
      return delegate({ to, task, files, budget });
    },
  });
}
