import { z } from 'zod';
import { normaliseProject } from '../namespaces.ts';

/** Characters of one text, which stands in the prompt of every extraction of its projects. */
const longestText = 2_000;
/** The name for every project without a text of its own, and for sessions of none. */
const others = '*';

/**
 * What the host wants kept and left out, in its own words: one text, or one for each project by its name; `*` is for all that are not
 * named, and for sessions of no project.
 */
export type ExtractionInstructions = string | Readonly<Record<string, string>>;

/** The setting with which a host says what to keep. */
export const extractionInstructions = z
  .union([z.string(), z.record(z.string(), z.string())], {
    error: 'must be a text, or an object with a text for each project, and "*" for all others',
  })
  .superRefine((given, context) => {
    const refuse = (message: string, ...path: string[]) =>
      context.addIssue({ code: 'custom', message, path });
    const check = (text: string, ...path: string[]) => {
      if (text.trim() === '' || text.length > longestText || /[^\P{Cc}\s]/u.test(text)) {
        refuse(
          `must be a text of 1 to ${longestText} characters, without control characters; it has ${text.length}`,
          ...path,
        );
      }
    };
    if (typeof given === 'string') return check(given);
    const named = new Map<string | null, string>();
    for (const [name, text] of Object.entries(given)) {
      const project = keyOf(name);
      const same = named.get(project);
      if (project === null) refuse('needs the name of a project', name);
      else if (same !== undefined) refuse(`names the same project as ${JSON.stringify(same)}`, name);
      named.set(project, name);
      check(text, name);
    }
  });

/** Returns which text is for a session of a project, as the store names it; null: none. */
export function instructionsByProject(
  given: ExtractionInstructions = {},
): (project: string | null) => string | null {
  const texts = new Map(
    Object.entries(typeof given === 'string' ? { [others]: given } : given).map(([name, text]) => [
      keyOf(name),
      text.trim(),
    ]),
  );
  return (project) => (project === null ? undefined : texts.get(project)) ?? texts.get(others) ?? null;
}

const keyOf = (name: string): string | null => (name === others ? others : normaliseProject(name));
