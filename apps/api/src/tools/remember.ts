import { z } from 'zod';
import { defineTool } from './tool.ts';

export const remember = defineTool({
  name: 'remember',
  description:
    'Keep a statement for later sessions. Only what will help then: a fact, a decision with its reason, a preference, a way that worked. One self-contained sentence, understandable without this conversation.',
  input: z.object({
    content: z.string().trim().min(1).max(2_000).describe("The statement, in the user's language."),
    kind: z
      .enum(['semantic', 'episodic', 'procedural'])
      .optional()
      .describe('semantic: a fact; episodic: what worked or failed; procedural: how to do something.'),
  }),
  async run({ content, kind }, { memory, project, sessionId }) {
    const { memory: stored, action } = await memory.remember({
      content,
      project,
      sessionId,
      ...(kind === undefined ? {} : { kind }),
    });
    const what = action === 'added' ? 'remembered' : 'known already';
    return `${what}: ${stored.content} (${stored.namespace}, id ${stored.id})`;
  },
});
