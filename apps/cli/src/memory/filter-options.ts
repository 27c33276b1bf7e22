import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { shownMemory } from '@devai/api/protocol/memory';
import { z } from 'zod';

const { memoryType, category, priority, source } = shownMemory.shape;

export const projectHelp =
  'whose memory (default: the server\'s workspace); "": only what is global and the user\'s';

/** Parses one of several names. */
export const oneOf =
  <Name extends string>(names: z.ZodEnum<Record<string, Name>>) =>
  (value: string): Name => {
    const parsed = names.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(`It must be one of ${names.options.join(', ')}.`);
  };

/** Parses a repeatable option. */
export const several =
  <Value>(read: (value: string) => Value) =>
  (value: string, before: Value[] = []): Value[] => [...before, read(value)];

/** Parses a non-empty text. */
export function text(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It is empty.');
  return value;
}

/** Parses a whole number from 1 to `most`. */
export const wholeNumber =
  (most: number) =>
  (value: string): number => {
    if (/^[0-9]{1,9}$/.test(value) && Number(value) >= 1 && Number(value) <= most) return Number(value);
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
  };

const time = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

function moment(value: string): string {
  if (time.safeParse(value).success) return value;
  throw new InvalidArgumentError(
    'It must be a day such as 2026-03-01, or a moment such as 2026-03-01T12:00:00Z.',
  );
}

const names = (of: z.ZodEnum): string => of.options.join(', ');

/** A command with the options that narrow a search or a list. */
export const filtered = (name: string) =>
  new Command(name)
    .option('--project <name>', projectHelp)
    .option('--type <name>', names(memoryType), several(oneOf(memoryType)))
    .option('--category <name>', names(category), several(oneOf(category)))
    .option('--priority <name>', names(priority), several(oneOf(priority)))
    .option('--source <name>', names(source), several(oneOf(source)))
    .option('--tag <tag>', 'with this tag; repeatable', several(text))
    .option('--namespace <path>', 'filed there or below; repeatable', several(text))
    .option('--min-importance <1..10>', 'at least as important', wholeNumber(10))
    .option('--since <time>', 'created at or after', moment)
    .option('--until <time>', 'created before', moment)
    .option('--as-of <time>', 'valid at that moment', moment);
