import { z } from 'zod';
import {
  categories,
  memoryTypes,
  messageRoles,
  priorities,
  relationKinds,
  sources,
  trusts,
} from '../../../packages/memory/src/types.ts';

/** What is tested. Each kind has its cases in `cases/<kind>.jsonl`. */
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
 * A statement that should be valid at the end: by its text, or by what it must and must not contain (ignoring case;
 * `a|b` means either) and how it is filed.
 */
export const expectedStatement = z.union([
  z.string().min(1),
  z.strictObject({
    has: z.array(z.string().min(1)).min(1),
    lacks: z.array(z.string().min(1)).default([]),
    /** A list means any of its values. */
    priority: z.union([z.enum(priorities), z.array(z.enum(priorities)).min(1)]).optional(),
    trust: z.enum(trusts).optional(),
    type: z.enum(memoryTypes).optional(),
    category: z.enum(categories).optional(),
    /** Fields that its metadata must contain with these values; null: it must not contain the field. */
    details: z.record(z.string(), z.unknown()).optional(),
    /** All of its relations to others; `to`: a part of the other's text. */
    relations: z.array(z.strictObject({ kind: z.enum(relationKinds), to: z.string().min(1) })).optional(),
    /** `devai/<scope>` is the branch. */
    scope: z.enum(['user', 'project', 'global']).optional(),
  }),
]);
export type ExpectedStatement = z.infer<typeof expectedStatement>;

/**
 * A memory that exists before the case. Without `namespace` it belongs to the project; one that the user said is of
 * the highest priority.
 */
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
  /** When it was said; by default a minute after the message before. */
  at: z.iso.datetime().optional(),
  /** The tool that this message calls, or of which it is the result. */
  tool: z.string().optional(),
  /** The arguments of a call. */
  arguments: z.record(z.string(), z.unknown()).optional(),
  /** Whether the tool of a result succeeded. */
  ok: z.boolean().optional(),
});
/** `["user", "what she said"]` for plain messages. */
const shortMessage = z
  .tuple([z.enum(messageRoles), z.string()])
  .transform(([role, content]): z.infer<typeof message> => ({ role, content }));
export type EvalMessage = z.infer<typeof message>;

/**
 * A candidate as a compaction passes it on, so that only phase 2 runs. `evidence` has numbers of this session's
 * messages.
 */
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
 * The scripted model's decision on a candidate. Candidate, memory and earlier candidate are named by a part of their
 * text; candidates without a decision are added.
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
   * Texts are whole answers, one for each call, used first; objects are the memories of the answer after those. A
   * relation names a memory that the prompt shows by a part of its text: { kind, known }.
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
  /** The ways in which the case runs; both, unless it only makes sense in one. */
  paths: z
    .array(z.enum(paths))
    .min(1)
    .default([...paths]),
  memories: z.array(storedStatement).default([]),
  /** One after the other, a day apart. */
  sessions: z.array(evalSession).min(1),
  expect: z.strictObject({
    /** Everything that is valid at the end, and nothing else. */
    valid: z.array(expectedStatement),
    /** Statements that may be valid, too, but need not be. */
    allowed: z.array(expectedStatement).default([]),
    /** The outcomes of the candidates, in any order; unset: any that lead to the right store. */
    applied: z
      .partialRecord(z.enum(['added', 'updated', 'contradicted', 'known', 'refused']), z.int())
      .optional(),
    /** The number of candidates dropped with a reason; unset: any number. */
    dropped: z.int().optional(),
    /**
     * Texts that must be nowhere: not in memories (including invalid ones), not in messages, not in what was sent to
     * the model.
     */
    absent: z.array(z.string()).default([]),
  }),
});
export type EvalCase = z.infer<typeof evalCase>;
