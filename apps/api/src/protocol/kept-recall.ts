import type { Message, Recall } from '@devai/memory';
import { z } from 'zod';

const keptRecall = z.object({
  /** The number of the user's message; null when it waited in the journal and had none. */
  question: z.int().nullable(),
  /** The found memories, best first, without their text, which may be forgotten later. */
  memories: z.array(z.object({ id: z.guid(), injected: z.boolean(), reason: z.string() })),
  /** Past messages that were found, without their text. */
  said: z
    .array(z.object({ sessionId: z.guid(), number: z.int(), injected: z.boolean(), reason: z.string() }))
    .default([]),
  /** Passages of documents and other sources, without their text. */
  passages: z
    .array(z.object({ source: z.string(), title: z.string(), injected: z.boolean(), reason: z.string() }))
    .default([]),
  degraded: z.array(z.string()),
});
const endOfTurn = z.object({ recall: keptRecall });

/** What a turn recalled and why, stored in the metadata of the message that ends it. */
export type KeptRecall = z.infer<typeof keptRecall>;

export const toKeptRecall = (
  { memories, said, passages, degraded }: Recall,
  question: number | null,
): KeptRecall => ({
  question,
  memories: memories.map(({ memory, injected, reason }) => ({ id: memory.id, injected, reason })),
  said: said.map(({ message: { sessionId, number }, injected, reason }) => ({
    sessionId,
    number,
    injected,
    reason,
  })),
  passages: passages.map(({ source, provenance: { title }, injected, reason }) => ({
    source,
    title,
    injected,
    reason,
  })),
  degraded,
});

/** Null for a message that ends no turn, or that was stored before this was kept. */
export const keptRecallOf = ({ metadata }: Message): KeptRecall | null =>
  endOfTurn.safeParse(metadata).data?.recall ?? null;
