import { z } from 'zod';

const counts = z.record(z.string(), z.int());
const origin = { path: z.string(), place: z.string() };

/** What an import would store. */
export const importPlan = z.object({
  id: z.guid().describe('of the import; it can be undone by it'),
  statements: z.object({
    new: z.int(),
    known: z.int().describe('another memory has the text already, or another entry of the import'),
    stored: z.int().describe('stored by an earlier import'),
    changed: z.int().describe('stored by an earlier import, and replaced or faded since: it stays so'),
    forgotten: z.int().describe('stored by an earlier import, and forgotten since: it stays so'),
    redacted: z.int().describe('with a secret, which is replaced'),
    divided: z.int().describe('too long for one memory, so divided at lines or sentences'),
  }),
  byForm: counts,
  byCategory: counts.describe('of the new statements'),
  byScope: counts.describe('of the new statements'),
  byOwner: counts.describe('whose they are there'),
  first: z
    .object({ ...origin, content: z.string(), category: z.string(), namespace: z.string() })
    .array()
    .describe('the first new statements'),
  refused: z.object({
    count: z.int(),
    byReason: counts,
    first: z.object({ ...origin, reason: z.string() }).array(),
  }),
  leftOut: z.object({
    count: z.int(),
    byReason: counts,
    first: z.object({ ...origin, reason: z.string() }).array(),
  }),
  conversations: z.object({
    new: z.int(),
    known: z.int(),
    messages: z.int(),
    tokens: z.int().describe('about as many as the model reads to extract them'),
    included: z.boolean(),
  }),
});
/** What an import would store, before it does. */
export type ImportPlan = z.output<typeof importPlan>;

/** What an import stored. What it found is as in its plan. */
export const importReport = importPlan.extend({
  added: z.int().describe('memories that are new'),
  changed: z.int().describe('memories that replaced another, which undoing makes valid again'),
  same: z.int().describe('statements that a memory says already, in other words'),
  disputed: z.int().describe('statements that may not change a memory, or that one learnt later contradicts'),
  sessions: z.int().describe('conversations that were stored; their extraction follows'),
  open: z.int().describe('parts that follow in the background'),
  problem: z.string().nullable().describe('why parts could not be stored yet'),
});
/** What an import found and stored. */
export type ImportReport = z.output<typeof importReport>;
