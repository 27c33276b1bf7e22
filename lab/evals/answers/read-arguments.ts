import { dirname, join } from 'node:path';
import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { answersCodes, AnswersError } from './answers-error.ts';

export const usage = `pnpm eval answers --data FOLDER [options]

Asks the questions of LoCoMo (locomo10.json) and LongMemEval (longmemeval_s.json …): with the product's memory, with the whole
conversation, and with the turns that plain BM25 finds. A model judges the replies. The texts are not part of this repository: FOLDER
holds the published files, unpacked, or is one of them.

Without --live, prints what a run would ask and cost, and sends nothing. The models are those of the server's environment
(OPENAI_API_KEY, OPENAI_CHAT_MODEL, OPENAI_SMALL_MODEL, ZAI_API_KEY, DEVAI_PROVIDERS, EMBEDDINGS …).

  --live             ask the models; needs --yes, because it costs money
  --yes              the printed costs are accepted
  --sample <n>       so many questions, chosen by the seed; a larger sample contains a smaller one
  --seed <n>         of the sample (1)
  --only <names>     questions of these categories alone, separated by commas
  --judge <model>    another model of the first provider as judge; default: the chat model
  --parallel <n>     conversations told, and questions asked, at the same time (4)
  --out <folder>     what was answered (default: answers, beside the data). The same command goes on where a stopped run ended
  --json             one JSON object instead of tables; it is in results.json of that folder, too
  --markdown         tables in Markdown

Exits with 1 if questions could not be asked or judged (repeat the command for them), with 2 and "error (code): …" if it could not run.
Codes: ${answersCodes.join(', ')}, and those of docs/errors.md.
`;

const whole = (name: string, least: number) =>
  z.coerce
    .number({ error: `${name}: needs a whole number` })
    .int({ error: `${name}: needs a whole number` })
    .min(least, { error: `${name}: needs a whole number of at least ${least}` });

const options = z
  .object({
    data: z.string().min(1).optional(),
    live: z.boolean().default(false),
    yes: z.boolean().default(false),
    sample: whole('--sample', 1).nullable().default(null),
    seed: whole('--seed', 0).default(1),
    only: z
      .string()
      .default('')
      .transform((names) => names.split(',').flatMap((name) => name.trim() || [])),
    judge: z.string().min(1).nullable().default(null),
    parallel: whole('--parallel', 1).default(4),
    out: z.string().min(1).optional(),
    json: z.boolean().default(false),
    markdown: z.boolean().default(false),
    help: z.boolean().default(false),
  })
  .transform(({ data, ...rest }, context) => {
    if (data !== undefined || rest.help) return { ...rest, data: data ?? '' };
    context.addIssue({ code: 'custom', message: '--data: needs the folder of LoCoMo or LongMemEval' });
    return z.NEVER;
  });
export type AnswersArguments = z.output<typeof options>;

/** Parses the options of the command line. Throws `wrong_options`. */
export function readArguments(words: string[]): AnswersArguments {
  const parsed = options.safeParse(valuesOf(words));
  if (parsed.success) return parsed.data;
  throw new AnswersError('wrong_options', parsed.error.issues.map(({ message }) => message).join('; '));
}

function valuesOf(words: string[]) {
  try {
    return parseArgs({
      args: words,
      options: {
        ...{ data: { type: 'string' }, live: { type: 'boolean' }, yes: { type: 'boolean' } },
        ...{ sample: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
        ...{ judge: { type: 'string' }, parallel: { type: 'string' }, out: { type: 'string' } },
        ...{ json: { type: 'boolean' }, markdown: { type: 'boolean' }, help: { type: 'boolean' } },
      },
    }).values;
  } catch (error) {
    throw new AnswersError(
      'wrong_options',
      `${error instanceof Error ? error.message : String(error)}; --help lists them`,
    );
  }
}

/** Beside the data, unless a folder is named. */
export const outFolder = ({ data, out }: Pick<AnswersArguments, 'data' | 'out'>): string =>
  out ?? join(statSync(data).isDirectory() ? data : dirname(data), 'answers');
