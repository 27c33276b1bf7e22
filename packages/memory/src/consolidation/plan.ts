import { z } from 'zod';
import { plannedAction } from '../store/consolidation.ts';

/** The progress of a plan. A job keeps it in its payload, so that no model call is made twice. */
export const planProgress = z.object({
  /** The model calls to make: for each, groups of ids; of contradictions, pairs. */
  batches: z.array(
    z.object({
      question: z.enum(['merge', 'summarise', 'contradictions']),
      groups: z.array(z.array(z.guid())),
    }),
  ),
  /** The number of answered calls. */
  asked: z.int(),
  actions: z.array(plannedAction),
  /** Why code refused the model's proposals. */
  refused: z.array(z.string()),
  /** The plan is complete. */
  isWhole: z.boolean(),
  before: z.object({ memories: z.int(), tokens: z.int() }),
  protected: z.int(),
});
export type PlanProgress = z.output<typeof planProgress>;
