import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { categories } from '@devai/fastify/protocol/categories';
import { parseJson } from '@devai/fastify/protocol/json';
import { shownMemory } from '@devai/fastify/protocol/memory';
import { z } from 'zod';
import { checked } from '../checked.ts';

const { memoryType, priority, source, trust } = shownMemory.shape;

export const projectHelp =
  'the project (default: that of the server\'s workspace); "" for none: global and user memory only';

/** The server refuses others, and names its own. */
export const categoryHelp = `${categories.join(', ')}, or one that the server declares`;

const names = (of: z.ZodEnum): string => of.options.join(', ');

/** Parses one of several names. */
export const oneOf = <Name extends string>(of: z.ZodEnum<Record<string, Name>>) =>
  checked(of, `It must be one of ${names(of)}.`);

/** Parses a repeatable option. */
export const several =
  <Value>(read: (value: string) => Value) =>
  (value: string, before: Value[] = []): Value[] => [...before, read(value)];

/** Parses a non-empty text. */
export const text = checked(z.string().regex(/\S/), 'It is empty.');

/** The value of a JSON text; another text as it is. */
export function jsonOrText(given: string): unknown {
  const value = parseJson(given);
  return value === undefined ? given : value;
}

/** Parses a whole number from `least` to `most`. */
export const wholeNumber = (most: number, least = 1) =>
  checked(
    z
      .string()
      .regex(/^[0-9]{1,16}$/)
      .transform(Number)
      .pipe(z.int().min(least).max(most)),
    `It must be a whole number from ${least} to ${most}.`,
  );

const uuid = checked(z.guid(), 'It is not the whole id of a session.');

const toCome = new Set(['expires', 'holdsFrom', 'holdsSince', 'holdsUntil', 'fadesBefore']);

/** Runs before a command's action: replaces the times in its options by ISO moments. An empty value stays. */
export async function readTimes(command: CommandUnknownOpts): Promise<void> {
  for (const option of command.options.filter(({ flags }) => flags.endsWith('<time>'))) {
    const name = option.attributeName();
    const given = command.getOptionValue(name);
    if (given === undefined || given === '') continue;
    // loaded on demand: the parser of times in words is large
    const { comingTime, time } = await import('@devai/fastify/protocol/parse-time');
    const { data: read } = (toCome.has(name) ? comingTime : time).safeParse(given);
    if (!read) {
      command.error(
        `option '${option.flags}' argument '${String(given)}' is invalid. It must be a day (2026-03-01), a moment (2026-03-01T12:00:00Z) or words ("yesterday", "2 days ago").`,
        { code: 'commander.invalidArgument' },
      );
    }
    command.setOptionValue(name, read.toISOString());
  }
}

/** Creates a command with the options that filter a search or a list. */
export const filtered = (name: string) =>
  new Command(name)
    .option('--project <name>', projectHelp)
    .option('--type <name>', names(memoryType), several(oneOf(memoryType)))
    .option('--category <name>', categoryHelp, several(text))
    .option('--priority <name>', names(priority), several(oneOf(priority)))
    .option('--source <name>', names(source), several(oneOf(source)))
    .option('--tag <tag>', 'only with this tag; repeatable', several(text))
    .option('--namespace <path>', 'only under this namespace; repeatable', several(text))
    .option('--trust <name>', names(trust), several(oneOf(trust)))
    .option('--pinned', 'only pinned memories')
    .option('--archived', 'only memories that consolidation archived')
    .option('--min-importance <1..10>', 'minimum importance', wholeNumber(10))
    .option('--max-importance <1..10>', 'maximum importance', wholeNumber(10))
    .option('--session-id <id>', 'only from this session', uuid)
    .option('--since <time>', 'created at or after this time: "yesterday", 2026-03-01 …')
    .option('--until <time>', 'created before this time')
    .option('--holds-since <time>', 'tells of a time that is not over by then: "next monday", 2026-03-06 …')
    .option('--holds-until <time>', 'tells of a time that begins before it')
    .option('--fades-before <time>', 'would fade before this time if unused: "next week"')
    .option('--as-of <time>', 'valid at this time')
    .hook('preAction', readTimes);
