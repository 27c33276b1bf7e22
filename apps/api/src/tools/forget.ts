import { z } from 'zod';
import { defineTool, graceMinutes } from './tool.ts';
import { ToolError } from './tool-error.ts';

export const forget = defineTool({
  name: 'forget',
  risk: 'write',
  // what is erased cannot be brought back
  alwaysAsks: true,
  description:
    'Erase one memory for good, when the user asks for it. recall shows its id. To correct a memory, remember the correction instead.',
  input: z.object({ id: z.uuid({ error: 'not an id; recall shows the id of each memory' }) }),
  async preview({ id }, { memory }) {
    const content = await memory.contentOf(id);
    if (content === null) throw new ToolError(notFound(id));
    return `forget for good: ${content}`;
  },
  async run({ id }, { memory }) {
    const { forgotten, keptMessages } = await memory.forget({ id });
    if (!forgotten) throw new ToolError(notFound(id));
    return `forgotten: its text is erased. For ${graceMinutes} minutes the user can say "take it back".${keptMessages === 0 ? '' : keptNote(id, keptMessages)}`;
  },
});

const notFound = (id: string): string => `there is no memory with the id ${id}`;

/** The user needs to know this, and only the agent can tell them. */
const keptNote = (id: string, count: number): string =>
  ` Tell the user: ${count === 1 ? '1 message' : `${count} messages`} of the conversation in which it was said stay stored, hidden from you; \
"pnpm memory forget ${id} --messages" erases them, too.`;
