import { parseArgs } from 'node:util';
import { z } from 'zod';
import { kinds } from './eval-case.ts';

export const usage = `pnpm eval writing [options]

  --live            the cases with the configured model (OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_SMALL_MODEL)
  --kind <kind>     one kind of case: ${kinds.join(', ')}
  --show-failures   each case that did not pass, with what is wrong; not those held out, which nobody should tune on
  --held-out        with --show-failures: those too
  --json            one JSON object instead of tables
`;

const options = z.object({
  live: z.boolean().default(false),
  kind: z.enum(kinds).nullable().default(null),
  json: z.boolean().default(false),
  'show-failures': z.boolean().default(false),
  'held-out': z.boolean().default(false),
  help: z.boolean().default(false),
});

/** The options of the command line. Throws with what is wrong. */
export function readArguments(words: string[]) {
  const { values } = parseArgs({
    args: words,
    options: {
      live: { type: 'boolean' },
      kind: { type: 'string' },
      json: { type: 'boolean' },
      'show-failures': { type: 'boolean' },
      'held-out': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const parsed = options.safeParse(values);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return parsed.data;
}
