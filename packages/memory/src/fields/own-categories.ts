import { z } from 'zod';
import { isKnownCategory } from '../types.ts';
import { categoryForm, categoryName } from '../store/category.ts';

/** Each stands with its line in the prompt of every extraction. */
const mostCategories = 30;
const longestLine = 200;

/** The setting with which a host declares categories of its own. */
export const ownCategories = z.record(z.string(), z.string()).superRefine((given, context) => {
  const refuse = (message: string, ...path: string[]) => context.addIssue({ code: 'custom', message, path });
  const entries = Object.entries(given);
  if (entries.length > mostCategories) refuse(`must be at most ${mostCategories}`);
  for (const [name, line] of entries) {
    if (!categoryName.safeParse(name).success) refuse(`the name must be ${categoryForm}`, name);
    else if (isKnownCategory(name)) refuse('is a category of the library, which needs no declaration', name);
    if (!/^\S[^\n\r]*$/.test(line) || line.length > longestLine) {
      refuse(`must say in one line of at most ${longestLine} characters what belongs into it`, name);
    }
  }
});
