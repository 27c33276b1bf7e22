import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { memoryTypes } from '../../../packages/memory/src/types.ts';

export const languages = ['en', 'de', 'th'] as const;
/** `held_out`: never looked at while thresholds and words are chosen. */
export const splits = ['tuning', 'held_out'] as const;

/**
 * What a question tests.
 *
 * With an answer: it shares most words with the memory; it is in other words; other memories differ from the answer
 * by a digit or a name; the answer replaced an older one; it is about a person; memory and question have different
 * languages. `several`: all its answers should be in the prompt, not only the best.
 *
 * Without an answer: it is about the world at large, or small talk; only another project knows the answer; the answer
 * has expired.
 *
 * `overview` asks for everything known about the user or the project, and any of it is an answer;
 * `overview_near_miss` reads like it, and has no answer.
 */
export const parts = [
  'same_words',
  'paraphrase',
  'near_miss',
  'changed',
  'people',
  'cross_language',
  'several',
  'nothing_foreign',
  'nothing_elsewhere',
  'nothing_ended',
  'overview',
  'overview_near_miss',
] as const;

const evalMemory = z.strictObject({
  id: z.string().regex(/^[a-z]{2}-\d{3}$/),
  language: z.enum(languages),
  namespace: z.string().min(1),
  type: z.enum(memoryTypes),
  importance: z.int().min(1).max(10),
  content: z.string().min(1).max(2_000),
  /** The memory that superseded it, so it is no longer valid. */
  supersededBy: z.string().optional(),
  expired: z.boolean().optional(),
});
export type EvalMemory = z.infer<typeof evalMemory>;

const evalQuestion = z.strictObject({
  id: z.string().regex(/^q\d{3}$/),
  language: z.enum(languages),
  part: z.enum(parts),
  split: z.enum(splits),
  /** The project in which it is asked. */
  project: z.string().min(1),
  text: z.string().min(1),
  /** Memories that answer it; empty: nothing should be recalled. */
  answers: z.array(z.string()),
  /** Memories that once answered it and must not be recalled. */
  gone: z.array(z.string()).default([]),
});
export type EvalQuestion = z.infer<typeof evalQuestion>;

export type EvalData = { memories: EvalMemory[]; questions: EvalQuestion[] };

/**
 * Reads the data next to this file. Throws with file and line if a line has another form, or names a memory that does
 * not exist.
 */
export function loadEvalData(): EvalData {
  const memories = readLines('memories.jsonl', evalMemory);
  const questions = readLines('questions.jsonl', evalQuestion);
  const known = new Set(memories.map(({ id }) => id));
  const named = [
    ...memories.flatMap(({ id, supersededBy }) =>
      supersededBy === undefined ? [] : [{ id, name: supersededBy }],
    ),
    ...questions.flatMap(({ id, answers, gone }) => [...answers, ...gone].map((name) => ({ id, name }))),
  ];
  const unknown = named.find(({ name }) => !known.has(name));
  if (unknown) throw new Error(`${unknown.id} names ${unknown.name}, which is not in memories.jsonl`);
  return { memories, questions };
}

function readLines<Line>(name: string, shape: z.ZodType<Line>): Line[] {
  const lines = readFileSync(join(import.meta.dirname, name), 'utf8').split('\n');
  return lines.flatMap((line, index) => (line === '' ? [] : [readLine(line, `${name}:${index + 1}`, shape)]));
}

function readLine<Line>(line: string, place: string, shape: z.ZodType<Line>): Line {
  try {
    return shape.parse(JSON.parse(line));
  } catch (error) {
    const what = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Error(`${place}: ${what}`, { cause: error });
  }
}
