import { parseArgs } from 'node:util';
import { z } from 'zod';
import { embedderNames } from '../open-embedder.ts';
import { splits } from './eval-data.ts';

export const usage = `pnpm eval recall [options]

  --data <folder>      instead, questions to public texts: each corpus of that folder in an embedded store of its own
  --half <half>        with --data, only the questions of that half: tuning, or held_out
  --live               with the configured embedder (OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_EMBEDDING_MODEL)
  --embedder <name>    hash (the default) or local: the sentence model of packages/embedder-local
  --memories <n>       fills the store up to so many memories with statements that nobody asks for
  --driver <driver>    pglite (the default) or postgres: a database of its own on the server of DATABASE_URL or TEST_DATABASE_URL
  --consolidated       instead, asks with everything said three times in other words, and again after consolidating
  --only-fused         without each leg alone
  --show-failures      each question that was not answered as it should be; not those held out, which nobody should tune on
  --held-out           with --show-failures: those too
  --json               one JSON object instead of tables
  --markdown           tables in Markdown
`;

const options = z
  .object({
    data: z.string().min(1).optional(),
    half: z.enum(splits).optional(),
    live: z.boolean().default(false),
    embedder: z.enum(embedderNames).default('hash'),
    memories: z
      .string()
      .regex(/^\d+k?$/u, '--memories needs a number such as 3000 or 100k')
      .transform((text) => Number.parseInt(text, 10) * (text.endsWith('k') ? 1_000 : 1))
      .default(0),
    driver: z.enum(['pglite', 'postgres']).default('pglite'),
    consolidated: z.boolean().default(false),
    'only-fused': z.boolean().default(false),
    'show-failures': z.boolean().default(false),
    'held-out': z.boolean().default(false),
    json: z.boolean().default(false),
    markdown: z.boolean().default(false),
    help: z.boolean().default(false),
  })
  .refine(({ data, memories, driver }) => data === undefined || (memories === 0 && driver === 'pglite'), {
    error: '--data goes without --memories and --driver: each corpus is a store of its own',
  })
  .refine(({ data, half }) => data !== undefined || half === undefined, { error: '--half needs --data' });
export type EvalArguments = z.infer<typeof options>;

/** Parses the options of the command line. Throws with what is wrong. */
export function readArguments(words: string[]): EvalArguments {
  const { values } = parseArgs({
    args: words,
    options: {
      data: { type: 'string' },
      half: { type: 'string' },
      live: { type: 'boolean' },
      embedder: { type: 'string' },
      memories: { type: 'string' },
      driver: { type: 'string' },
      consolidated: { type: 'boolean' },
      'only-fused': { type: 'boolean' },
      'show-failures': { type: 'boolean' },
      'held-out': { type: 'boolean' },
      json: { type: 'boolean' },
      markdown: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const parsed = options.safeParse(values);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return parsed.data;
}
