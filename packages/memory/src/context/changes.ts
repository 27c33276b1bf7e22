import { z } from 'zod';
import { candidate } from './section.ts';

const figures = candidate.pick({ included: true, score: true, reason: true }).nullable();

export const itemChange = z.object({
  kind: candidate.shape.kind,
  id: z.string(),
  change: z
    .enum(['added', 'gone', 'moved', 'reason'])
    .describe('added to the prompt, gone from it, moved within it, or in or out for another reason'),
  before: figures.describe('null when the item was not considered'),
  after: figures,
});
/** How an item that was considered changed between two contexts. */
export type ItemChange = z.output<typeof itemChange>;

export const sectionChange = z
  .object({
    type: z.string(),
    change: z.enum(['added', 'gone', 'changed']),
    tokensBefore: z.int(),
    tokensAfter: z.int(),
    lines: z
      .array(z.object({ change: z.enum(['added', 'gone', 'same']), text: z.string() }))
      .describe('lines of both texts, in order; unchanged lines only beside a change'),
    items: itemChange.array(),
  })
  .meta({ id: 'SectionChange' });
/** The differences of one section. */
export type SectionChange = z.output<typeof sectionChange>;
