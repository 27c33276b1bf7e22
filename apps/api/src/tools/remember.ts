import { categories, inOneVoice, memoryTypes, relationKinds } from '@devai/memory';
import { z } from 'zod';
import { defineTool } from './tool.ts';

export const remember = defineTool({
  name: 'remember',
  risk: 'read',
  description:
    'Keep a statement for later sessions. Only what will help then: a fact, a decision with its reason, a preference, a way that worked. One self-contained sentence, understandable without this conversation.',
  input: z.object({
    content: z
      .string()
      .trim()
      .min(1)
      .max(2_000)
      .describe(
        'The statement, in the language of the user, who is called "The user" in it, not "I" or "you".',
      ),
    about: z
      .enum(['user', 'project', 'self'])
      .describe(
        'user: it holds for the user in every project; project: it is about this project; self: how you work best, if a task was delegated to you; only you read it.',
      ),
    kind: z
      .enum(memoryTypes)
      .optional()
      .describe('semantic: a fact; episodic: what worked or failed; procedural: how to do something.'),
    category: z.enum(categories).optional().describe('What the statement is.'),
    tags: z.array(z.string().trim().min(1).max(60)).max(12).optional().describe('Words to find it by.'),
    details: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'Of its category, such as a task: { "status": "todo", "doing", "done" or "blocked", "note", "assignee" }, or a decision: { "rationale", "alternatives" }.',
      ),
    relations: z
      .array(z.object({ kind: z.enum(relationKinds), to: z.uuid() }))
      .max(10)
      .optional()
      .describe('How it is related to memories; "to" is an id that recall or remember showed.'),
  }),
  async run({ kind, details, ...statement }, { memory, project, sessionId }) {
    const { memory: stored, action } = await memory.remember({
      ...statement,
      project,
      sessionId,
      memoryType: kind,
      metadata: details,
    });
    const what = action === 'added' ? 'remembered' : 'known already';
    return `${what}: ${inOneVoice(stored)} (${stored.namespace}, id ${stored.id})`;
  },
});
