import { z } from 'zod';
import {
  categories,
  memoryTypes,
  messageRoles,
  priorities,
  relationKinds,
  sources,
  trusts,
} from '../../src/types.ts';

/** What is tried. Each kind has cases of its own in `cases/<kind>.jsonl`. */
export const kinds = [
  'digits',
  'negations',
  'other_subject',
  'unrelated',
  'changes',
  'paraphrases',
  'corrections',
  'explicit',
  'preferences',
  'decisions',
  'fixes',
  'injection',
  'secrets',
  'echo',
  'small_talk',
  'status',
  'dates',
  'protected',
  'batch',
  'malformed',
  'evidence',
  'tools',
  'project',
  'tasks',
  'plans',
  'relations',
] as const;
export type Kind = (typeof kinds)[number];

export const languages = ['en', 'de', 'th'] as const;
/** `held_out`: never looked at while rules and prompts are changed. */
export const splits = ['tuning', 'held_out'] as const;
export type Split = (typeof splits)[number];
/** `rules`: offline, no model. `model`: a model extracts and decides. */
export const paths = ['rules', 'model'] as const;
export type Path = (typeof paths)[number];

/**
 * A statement that should be valid in the end: by its text, or by what it must and must not hold (capitals aside; `a|b` is one
 * of them) and how it is filed.
 */
export const expectedStatement = z.union([
  z.string().min(1),
  z.strictObject({
    has: z.array(z.string().min(1)).min(1),
    lacks: z.array(z.string().min(1)).default([]),
    /** One of a list will do. */
    priority: z.union([z.enum(priorities), z.array(z.enum(priorities)).min(1)]).optional(),
    trust: z.enum(trusts).optional(),
    type: z.enum(memoryTypes).optional(),
    category: z.enum(categories).optional(),
    /** Fields that its metadata must hold, as they are here; null: it must not hold that one. */
    details: z.record(z.string(), z.unknown()).optional(),
    /** Its relations to others, all of them; `to`: a part of the other's text. */
    relations: z.array(z.strictObject({ kind: z.enum(relationKinds), to: z.string().min(1) })).optional(),
    /** `devai/<scope>` is the branch. */
    scope: z.enum(['user', 'project', 'global']).optional(),
  }),
]);
export type ExpectedStatement = z.infer<typeof expectedStatement>;

/** A memory that is there before. Without `namespace` it is the project's; `said` by the user it is of the highest priority. */
const storedStatement = z.strictObject({
  content: z.string().min(1),
  said: z.enum(['user', 'agent']).default('user'),
  namespace: z.string().default('devai/project/taskforge/general'),
  type: z.enum(memoryTypes).default('semantic'),
  category: z.enum(categories).default('other'),
  details: z.record(z.string(), z.unknown()).default({}),
  /** It was put into the prompt of the session. */
  recalled: z.boolean().default(false),
});
export type StoredStatement = z.infer<typeof storedStatement>;

const message = z.strictObject({
  role: z.enum(messageRoles),
  content: z.string().default(''),
  /** When it was said; else a minute after the one before. */
  at: z.iso.datetime().optional(),
  /** The tool that this message calls, or whose result it is. */
  tool: z.string().optional(),
  /** Of a call: its arguments. */
  arguments: z.record(z.string(), z.unknown()).optional(),
  /** Of a result: whether the tool succeeded. */
  ok: z.boolean().optional(),
});
/** `["user", "what she said"]` for the plain ones. */
const shortMessage = z
  .tuple([z.enum(messageRoles), z.string()])
  .transform(([role, content]): z.infer<typeof message> => ({ role, content }));
export type EvalMessage = z.infer<typeof message>;

/** A candidate as a compaction hands it over: phase 2 alone. `evidence` are numbers of this session's messages. */
const givenCandidate = z.strictObject({
  content: z.string().min(1),
  source: z.enum(sources).default('discovery'),
  priority: z.enum(priorities).default('low'),
  trust: z.enum(trusts).default('agent'),
  type: z.enum(memoryTypes).default('semantic'),
  category: z.enum(categories).default('other'),
  namespace: z.string().default('devai/project/taskforge/general'),
  evidence: z.array(z.int()).min(1).default([1]),
});
export type GivenCandidate = z.infer<typeof givenCandidate>;

/**
 * What the scripted model decides on a candidate. Candidate, memory and earlier candidate are named by a part of their text; what
 * is not named is added.
 */
const scriptedDecision = z.strictObject({
  about: z.string(),
  action: z.string(),
  memory: z.string().optional(),
  earlier: z.string().optional(),
});
export type ScriptedDecision = z.infer<typeof scriptedDecision>;

const evalSession = z.strictObject({
  messages: z.array(z.union([shortMessage, message])).min(1),
  candidates: z.array(givenCandidate).default([]),
  /**
   * Texts are whole answers, one for each call, given first; objects are the memories of the answer after those. A relation of theirs
   * names a memory that the prompt shows by a part of its text: { kind, known }.
   */
  extract: z.array(z.union([z.string(), z.record(z.string(), z.unknown())])).default([]),
  /** The same for decisions. */
  decide: z.array(z.union([z.string(), scriptedDecision])).default([]),
});
export type EvalSession = z.infer<typeof evalSession>;

export const evalCase = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  kind: z.enum(kinds),
  language: z.enum(languages),
  split: z.enum(splits),
  /** Where the case is tried; both ways unless it makes sense in one alone. */
  paths: z
    .array(z.enum(paths))
    .min(1)
    .default([...paths]),
  memories: z.array(storedStatement).default([]),
  /** One after the other, a day apart. */
  sessions: z.array(evalSession).min(1),
  expect: z.strictObject({
    /** All that is valid in the end, and nothing beside it. */
    valid: z.array(expectedStatement),
    /** What may be valid beside it, and need not. */
    allowed: z.array(expectedStatement).default([]),
    /** What became of the candidates, in any order; unset: whatever leaves the right store. */
    applied: z
      .partialRecord(z.enum(['added', 'updated', 'contradicted', 'known', 'refused']), z.int())
      .optional(),
    /** Candidates that were dropped with a reason; unset: any number. */
    dropped: z.int().optional(),
    /** Texts that must be nowhere: not in memories (the retired too), not in messages, not sent to the model. */
    absent: z.array(z.string()).default([]),
  }),
});
export type EvalCase = z.infer<typeof evalCase>;
