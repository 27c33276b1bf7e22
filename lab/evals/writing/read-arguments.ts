import { parseArgs } from 'node:util';
import { z } from 'zod';
import { kinds, splits } from './eval-case.ts';
import type { Recording } from './recorded-calls.ts';

export const usage = `pnpm eval writing [options]

  --live            the cases with the configured model (OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_SMALL_MODEL)
  --record <folder> with --live: write each call into a file, without the key
  --replay <folder> with --live: answer from those files, without key and network
  --kind <kind>     one kind of case: ${kinds.join(', ')}
  --half <half>     only the cases of that half: tuning, or held_out, by which the floors judge
  --show-failures   each case that did not pass, with what is wrong; not those held out, which nobody should tune on
  --held-out        with --show-failures: those too
  --json            one JSON object instead of tables
`;

const options = z
  .object({
    live: z.boolean().default(false),
    record: z.string().min(1).optional(),
    replay: z.string().min(1).optional(),
    kind: z.enum(kinds).nullable().default(null),
    half: z.enum(splits).nullable().default(null),
    json: z.boolean().default(false),
    'show-failures': z.boolean().default(false),
    'held-out': z.boolean().default(false),
    help: z.boolean().default(false),
  })
  .refine(({ record, replay }) => !record || !replay, '--record and --replay exclude each other')
  .refine(({ live, record, replay }) => live || !(record || replay), '--record and --replay need --live')
  .transform(({ record, replay, ...rest }) => ({ ...rest, recording: recordingOf(record, replay) }));

function recordingOf(record: string | undefined, replay: string | undefined): Recording | null {
  if (record) return { mode: 'record', folder: record };
  return replay ? { mode: 'replay', folder: replay } : null;
}

/** Parses the options of the command line. Throws with what is wrong. */
export function readArguments(words: string[]) {
  const { values } = parseArgs({
    args: words,
    options: {
      live: { type: 'boolean' },
      record: { type: 'string' },
      replay: { type: 'string' },
      kind: { type: 'string' },
      half: { type: 'string' },
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
