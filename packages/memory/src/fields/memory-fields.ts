import { z } from 'zod';
import { memoryTypes } from '../types.ts';
import { categoryName } from '../store/category.ts';
import { jsonObject } from './json-value.ts';

/** Characters of a memory. */
export const longestContent = 2_000;
export const tooLongReason = 'it is longer than the 2,000 characters of a memory';

/** Fields of a memory as people and programs give them. */
export const memoryTitle = z.string().min(1).max(200);
export const memoryImportance = z.int().min(1).max(10);

/** How a statement is described. */
export const description = {
  memoryType: z.enum(memoryTypes).optional(),
  category: categoryName.optional(),
  tags: z.string().array().optional(),
  /** The details of its category, and further keys. */
  metadata: jsonObject.optional(),
};
