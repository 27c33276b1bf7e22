import { categories, memoryTypes, priorities, sources } from '@devai/memory';
import { z } from 'zod';
import { time } from '../../routes/memory/fields.ts';
import type { Asking } from './ask.ts';
import type { Options, OptionSpec } from './command.ts';

const oneOf = (names: readonly [string, ...string[]]): OptionSpec => ({
  kind: 'text',
  value: '<name>',
  help: names.join(', '),
  schema: z.enum(names, { error: `must be one of ${names.join(', ')}` }),
  several: true,
});

const moment = z.custom<string>((value) => time.safeParse(value).success, {
  error: 'must be a day such as 2026-03-01, or a moment such as 2026-03-01T12:00:00Z',
});
const momentOption = (help: string): OptionSpec => ({ kind: 'text', value: '<time>', help, schema: moment });

export const projectOption: OptionSpec = {
  kind: 'text',
  value: '<name>',
  help: 'whose memory; default: the server\'s workspace; "": only what is global and the user\'s',
};

/** A whole number from 1 to `most`. */
export const wholeNumber = (most: number): z.ZodType =>
  z.custom<string>(
    (value) => /^[0-9]{1,9}$/.test(String(value)) && Number(value) >= 1 && Number(value) <= most,
    {
      error: `must be a whole number from 1 to ${most}`,
    },
  );

/** How many, from 1 to what a command can show. */
export const limitOption = (most: number, usual: number): OptionSpec => ({
  kind: 'text',
  value: '<n>',
  help: `at most so many; default: ${usual}`,
  schema: wholeNumber(most),
});

/** What narrows a search or a list. */
export const filterOptions: Record<string, OptionSpec> = {
  type: oneOf(memoryTypes),
  category: oneOf(categories),
  priority: oneOf(priorities),
  source: oneOf(sources),
  tag: { kind: 'text', value: '<tag>', help: 'that has this tag', several: true },
  namespace: { kind: 'text', value: '<path>', help: 'filed there or below', several: true },
  'min-importance': {
    kind: 'text',
    value: '<1..10>',
    help: 'at least as important',
    schema: wholeNumber(10),
  },
  since: momentOption('created then or later'),
  until: momentOption('created before'),
  'as-of': momentOption('what was valid at that moment'),
};

/** Those options as the fields of a request; empty when none was given. */
export function filterFields(options: Options): NonNullable<Asking['query']> {
  const fields = {
    ...Object.fromEntries(
      ['type', 'category', 'priority', 'source', 'tag', 'namespace'].map((name) => [
        name,
        options.texts(name),
      ]),
    ),
    minImportance: options.text('min-importance'),
    since: options.text('since'),
    until: options.text('until'),
    asOf: options.text('as-of'),
  };
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value.length > 0),
  );
}
