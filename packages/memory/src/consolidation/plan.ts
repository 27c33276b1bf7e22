import { z } from 'zod';
import { plannedAction } from '../store/consolidation.ts';

/** How far a plan is made. A job keeps it in its payload, so that no model call is made twice. */
export const planProgress = z.object({
  /** What the model is asked, call by call: groups of ids. */
  batches: z.array(
    z.object({ question: z.enum(['merge', 'summarise']), groups: z.array(z.array(z.guid())) }),
  ),
  /** Calls that were answered. */
  asked: z.int(),
  actions: z.array(plannedAction),
  /** Proposals of the model that code refused, by why. */
  refused: z.array(z.string()),
  /** Nothing is left to plan. */
  isWhole: z.boolean(),
  before: z.object({ memories: z.int(), tokens: z.int() }),
  protected: z.int(),
});
export type PlanProgress = z.output<typeof planProgress>;
