import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { standingCategories } from '../../../packages/memory/src/types.ts';
import { languages, type splits } from '../recall/eval-data.ts';

const text = z.string().min(1);
/** A text has the fact if it contains all of them. */
const key = z.array(text).min(1);

const person = z
  .strictObject({
    language: z.enum(languages),
    /** Who it is, in one line. All of them are invented. */
    person: text,
    project: text,
    facts: z.array(
      z.strictObject({
        about: z.enum(['user', 'project']),
        /** Asks to remember it. */
        remember: text,
        /** Mentions it among other things. */
        passing: text,
        /** Says it alone. */
        plain: text,
        /** What a model makes of the mention. */
        candidate: z.strictObject({
          content: text,
          category: z.enum(standingCategories),
          importance: z.int().min(1).max(10),
        }),
        key,
        /** The requests for which it matters, by their place. */
        matters: z.array(z.int().min(0)).min(1),
      }),
    ),
    requests: z.array(text),
    /** What holds in another project. */
    foreign: z.array(z.strictObject({ candidate: text, category: z.enum(standingCategories), key })),
  })
  .superRefine(({ facts, requests }, context) => {
    for (const fact of facts) {
      if (fact.matters.some((place) => place >= requests.length)) {
        context.addIssue({ code: 'custom', message: `it matters for no request: ${fact.plain}` });
      }
    }
  });

/** `name` is that of the file. The first two people of a language are for tuning, the others are held out. */
export type Person = z.output<typeof person> & { name: string; split: (typeof splits)[number] };
export type Fact = Person['facts'][number];

/** Reads all people in the folder, by name. Throws with the file that has another form. */
export function loadPeople(folder = import.meta.dirname): Person[] {
  const files = readdirSync(folder).filter((file) => /^[a-z]{2}-\d+\.json$/u.test(file));
  return files.toSorted().map((file) => {
    const parsed = person.safeParse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
    const name = file.slice(0, -'.json'.length);
    const isFirst = Number(name.slice(3)) <= 2;
    return { ...parsed.data, name, split: isFirst ? 'tuning' : 'held_out' };
  });
}

/** Reads the preferences that matter for nothing. */
export const loadPreferences = (folder = import.meta.dirname): string[] =>
  z.array(text).parse(JSON.parse(readFileSync(join(folder, 'preferences.json'), 'utf8')));
