import { z } from 'zod';
import { category, memory, memoryType, showMemory } from '../shown.ts';
import { defineTool } from '../tool.ts';

const longest = 2_000;

export const remember = defineTool({
  name: 'remember',
  title: 'Remember',
  description:
    'Keep what helps in later sessions: a fact, a decision with its reason, a preference, a way that worked. One sentence that is understood without this conversation. It counts as your conclusion, not as the word of the user. Secrets are redacted.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    content: z
      .string()
      .trim()
      .min(1)
      .max(longest)
      .describe('In the user\'s language; they are "The user" in it, not "I" or "you".'),
    about: z.enum(['user', 'project']).optional().describe('user: it holds for them in every project.'),
    type: memoryType.optional(),
    category: category
      .optional()
      .describe(`profile: who the user is; rule: what always or never to do. ${category.description ?? ''}`),
    tags: z.array(z.string().trim().min(1).max(100)).max(12).optional(),
  }),
  output: z.object({ action: z.enum(['added', 'known']), memory }),
  async run({ type, ...statement }, { backend, client }) {
    const { memory: stored, action } = await backend.ask('POST /api/memory/keep', {
      json: { ...statement, memoryType: type, project: await backend.project(), agent: client() },
    });
    backend.note({ type: 'memory_saved', id: stored.id });
    const what = action === 'added' ? 'remembered' : 'known already';
    return {
      text: `${what}: ${stored.content} (${stored.namespace}, id ${stored.id})`,
      output: { action, memory: showMemory(stored) },
    };
  },
});
