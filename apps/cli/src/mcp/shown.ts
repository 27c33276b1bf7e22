import { categories } from '@devai/fastify/protocol/categories';
import { shownMemory, type ShownMemory } from '@devai/fastify/protocol/memory';
import { z } from 'zod';

const { memoryType, priority, source, trust } = shownMemory.shape;
export { memoryType };

/** Of a call. The server refuses others, and names those that it declares. */
export const category = shownMemory.shape.category.describe(
  `${categories.join(', ')}, or one that the server declares.`,
);

const moment = z.iso.datetime();

/** A memory as tools and resources show it. */
export const memory = z.object({
  id: z.guid(),
  content: z.string(),
  namespace: z
    .string()
    .describe('whose it is: devai/user, devai/project/<name> or devai/global, and the place there'),
  trust: trust.describe('who said it; of an agent or a tool it is no word of the user'),
  type: memoryType,
  category: z.string(),
  priority,
  importance: z.int(),
  source,
  tags: z.array(z.string()),
  pinned: z.boolean(),
  valid: z.boolean().describe('false: it was replaced, contradicted or has faded'),
  strength: z.number(),
  created: moment,
  updated: moment,
});

export const showMemory = (one: ShownMemory): z.input<typeof memory> => ({
  id: one.id,
  content: one.content,
  namespace: one.namespace,
  trust: one.trust,
  type: one.memoryType,
  category: one.category,
  priority: one.priority,
  importance: one.importance,
  source: one.source,
  tags: one.tags,
  pinned: one.pinned,
  valid: one.isValid,
  strength: one.strength,
  created: one.createdAt.toISOString(),
  updated: one.updatedAt.toISOString(),
});

/** A message of a conversation, where it stands. */
export const place = z.object({ session: z.string(), number: z.int() });

export const degraded = z.array(z.string()).describe('what did not work as it should, in words');

/** Says in the text, too, that an answer is incomplete. */
export const withDegraded = (text: string, reasons: string[]): string =>
  [text, ...reasons.map((reason) => `(incomplete: ${reason})`)].join('\n');

export const day = (at: Date): string => at.toISOString().slice(0, 10);
