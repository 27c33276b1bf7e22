import { z } from 'zod';
import { categories, memoryTypes, priorities, sources, trusts, type Candidate } from '../types.ts';

/** Candidates as a job carries them from a compaction to phase 2. */
export const candidatePayload: z.ZodType<Candidate> = z.object({
  content: z.string().min(1).max(2_000),
  title: z.string().nullable(),
  memoryType: z.enum(memoryTypes),
  category: z.enum(categories),
  namespace: z.string(),
  source: z.enum(sources),
  priority: z.enum(priorities),
  importance: z.number().int().min(1).max(10),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()),
  evidence: z.array(z.object({ sessionId: z.uuid(), messages: z.array(z.int()), quote: z.string() })),
  trust: z.enum(trusts),
});
