import { z } from 'zod';
import { categoryName } from './category.ts';
import { relationKinds } from '../types.ts';
import type { CallFunction } from './call-function.ts';

/** The memories of a project and how they are related. */
export const memoryGraph = z.object({
  nodes: z
    .array(
      z.object({
        id: z.guid(),
        title: z.string().nullable(),
        content: z.string().describe('its first 200 characters'),
        category: categoryName,
        status: z.string().nullable().describe('of a task'),
        importance: z.int().describe('1 to 10'),
        degree: z.int().describe('the number of its relations within the project'),
      }),
    )
    .describe('the most related first, then the most important'),
  edges: z
    .array(z.object({ from: z.guid(), kind: z.enum(relationKinds), to: z.guid() }))
    .describe('relations between these memories'),
  truncated: z.boolean().describe('whether the project has more memories'),
});
export type MemoryGraph = z.output<typeof memoryGraph>;

/** Memories as a graph. */
export const graphMethods = (call: CallFunction) => ({
  /** Returns valid, unexpired, not faded memories of one scope. A relation to a superseded memory leads to its successor. */
  getGraph: (scope: string, limit: number) => call(memoryGraph, 'get_graph', { scope, limit }),
});
