import { z } from 'zod';
import { categories, isKnownCategory, type Category } from '../types.ts';

export const categoryForm = 'lower-case words joined by _, of at most 40 characters';

/** The name of a category of the library, or of one that a host declares, or declared once. */
export const categoryName: z.ZodType<Category, Category> = z
  .string()
  .max(40, { error: `must be ${categoryForm}` })
  .regex(/^[a-z][a-z\d]*(?:_[a-z\d]+)*$/, {
    error: `must be ${categories.join(', ')}, or one that the host declares: ${categoryForm}`,
  });

/** A host's own categories: what belongs into each, by its name. */
export type OwnCategories = Readonly<Record<string, string>>;

export const isDeclared = (name: string, own: OwnCategories): boolean =>
  isKnownCategory(name) || Object.hasOwn(own, name);
