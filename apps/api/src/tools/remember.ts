import { categories, inOneVoice, memoryTypes, relationKinds, type OwnCategories } from '@devai/memory';
import { longestContent } from '@devai/memory/memory-fields';
import { z } from 'zod';
import { defineTool, type Tool } from './tool.ts';

const fieldsWith = (own: OwnCategories) => ({
  content: z
    .string()
    .trim()
    .min(1)
    .max(longestContent)
    .describe('In the user\'s language; they are "The user" in it, not "I" or "you".'),
  about: z
    .enum(['user', 'project', 'self'])
    .describe(
      'user: holds for them in every project; self: how you work best on delegated tasks, read by you alone.',
    ),
  kind: z.enum(memoryTypes).optional(),
  category: z
    .enum([...categories, ...Object.keys(own)])
    .optional()
    .describe(
      ['profile: who the user is', 'rule: what always or never to do', ...linesOf(own)].join('; ') + '.',
    ),
  tags: z.array(z.string().trim().min(1).max(60)).max(12).optional(),
  details: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'Of a task: status (todo, doing, done, blocked), note, assignee; of a decision: rationale, alternatives; of a plan: milestones.',
    ),
});

const linesOf = (own: OwnCategories): string[] =>
  Object.entries(own).map(([name, line]) => `${name}: ${line}`);

const relation = z.object({ kind: z.enum(relationKinds), to: z.uuid() });

/** `own`: the host's own categories. */
export function createRemember(own: OwnCategories): Tool {
  const fields = fieldsWith(own);
  return defineTool({
    name: 'remember',
    risk: 'read',
    description:
      'Keep what helps in later sessions: a fact, a decision with its reason, a preference, a way that worked. One sentence that is understood without this conversation.',
    input: z.object({ ...fields, relations: z.array(relation).max(10).optional() }),
    told: z.object({
      ...fields,
      relations: z
        .array(z.looseObject({}))
        .optional()
        .describe(`To the ids of memories: [{ "kind", "to" }]; ${relationKinds.join(', ')}.`),
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
}
