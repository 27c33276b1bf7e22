import { z } from 'zod';
import { shownMemory } from '../../protocol/memory.ts';

/** A page of `GET /api/memory`. */
export const memoryPage = z.object({ memories: z.array(shownMemory), next: z.string().nullable() });
