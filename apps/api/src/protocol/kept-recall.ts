import type { Message, Recall } from '@devai/memory';
import { z } from 'zod';

const keptRecall = z.object({
  /** The number of the user's message; null: it waited in the journal and had none yet. */
  question: z.int().nullable(),
  /** What was found, best first, without its text, which may be forgotten. */
  memories: z.array(z.object({ id: z.guid(), injected: z.boolean(), reason: z.string() })),
  degraded: z.array(z.string()),
});
const endOfTurn = z.object({ recall: keptRecall });

/** What a turn recalled and why, as the message that ends it keeps it in its metadata. */
export type KeptRecall = z.infer<typeof keptRecall>;

export const toKeptRecall = ({ memories, degraded }: Recall, question: number | null): KeptRecall => ({
  question,
  memories: memories.map(({ memory, injected, reason }) => ({ id: memory.id, injected, reason })),
  degraded,
});

/** Null of a message that ends no turn, or one from before this was kept. */
export const keptRecallOf = ({ metadata }: Message): KeptRecall | null =>
  endOfTurn.safeParse(metadata).data?.recall ?? null;
