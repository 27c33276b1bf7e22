import { z } from 'zod';

/** A part of a section that is in or out as a whole. */
const itemInput = z.strictObject({
  /** What it shows: a memory's or a session's id, a file's name, a key. */
  id: z.string().optional(),
  text: z.string(),
  /** A shorter form, used when the whole one does not fit. */
  short: z.string().optional(),
  /** Tokens of the text, where they have been counted. */
  tokens: z.number().optional(),
  /** Tokens of the shorter form, where they have been counted. */
  shortTokens: z.number().optional(),
});
export type ItemInput = z.input<typeof itemInput>;

export const candidate = z.object({
  kind: z.enum(['memory', 'message', 'session', 'passage']),
  id: z
    .string()
    .describe("a memory's or session's id, `<session id>/<message number>`, or `<source>/<id there>`"),
  title: z.string().optional().describe('where a passage comes from'),
  score: z.number().nullable(),
  included: z.boolean(),
  reason: z.string(),
});
/** Something that was considered for a section, and whether it was included. Its text is not kept, because it may be forgotten later. */
export type Candidate = z.output<typeof candidate>;

export const contextItem = z.object({
  id: z.string().nullable().describe('the memory, file or key that it shows'),
  text: z.string().nullable().describe('as it is stored, redacted; null when it was left out'),
  state: z.enum(['whole', 'short', 'left_out']),
  tokens: z.int().describe('of the full text'),
  shortTokens: z.int().nullable().describe('of the short form; null when there is none'),
});
/** An item as it was put into a context. */
export type Item = z.output<typeof contextItem>;

export const contextSection = z.object({
  type: z.string(),
  priority: z.literal([0, 1, 2, 3, 4, 5, 6, 7]),
  zone: z.enum(['tools', 'stable', 'volatile', 'history', 'turn']),
  source: z.string().describe('where it comes from: `host`, `session`, `memory` or `focus`'),
  tokens: z.int().describe('tokens of what is in'),
  offeredTokens: z.int().describe('tokens of everything that was offered'),
  hash: z.string().describe('SHA-256 of what is in'),
  items: contextItem.array().describe('empty for a section of messages'),
  separator: z.string(),
  unordered: z.boolean().describe('whether the order of the items means nothing'),
  candidates: candidate.array().describe('what was considered, and why it is in or not'),
  messages: z
    .int()
    .nullable()
    .array()
    .describe('numbers of the messages that are in; null for a message that has no number yet'),
  leftOut: z.int().array().describe('numbers of messages that did not fit or were hidden'),
});
/** A section of a context. `mentions` as in `SectionInput`. */
export type Section = z.output<typeof contextSection> & { mentions: string[] };

/** A section of the system context, as it is offered for assembly. */
export const sectionInput = z.strictObject({
  /** Unique within a context. */
  type: z.string(),
  priority: contextSection.shape.priority,
  /** Its place in a request; `tools` are sent besides the messages. */
  zone: z.enum(['tools', 'stable', 'volatile']),
  /** Where it comes from: `host`, `session`, `memory` or `focus`. Texts of the host are redacted before they are stored. */
  source: z.string(),
  /** In order of importance: what does not fit is left out from the end. */
  items: itemInput.array(),
  /** Between items. Default: a line feed. */
  separator: z.string().optional(),
  /** The order of the items means nothing, so the hash ignores it. */
  unordered: z.boolean().optional(),
  candidates: contextSection.shape.candidates.optional(),
  /** What the text mentions, so that forgetting finds it: memory ids, `<session>/<message number>`, `state/<session>`, `documents/<chunk>`, `shared/<position>`. */
  mentions: z.string().array().optional(),
});
/** A section of a context, as `contexts.assemble` takes it. */
export type SectionInput = z.input<typeof sectionInput>;
