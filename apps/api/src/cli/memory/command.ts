import type { z } from 'zod';
import type { MemoryApi } from './memory-api.ts';
import type { Output, Streams } from './output.ts';

export type OptionSpec =
  | { kind: 'flag'; help: string }
  | {
      kind: 'text';
      /** What stands for its value in the help. */
      value: string;
      help: string;
      /** Checks the value; it is handed on as it was given. */
      schema?: z.ZodType;
      /** May be given more than once. */
      several?: boolean;
    };

export type Options = {
  flag(name: string): boolean;
  text(name: string): string | undefined;
  texts(name: string): string[];
};

export type Context = {
  /** What stands behind the command's name, without options. */
  words: string[];
  options: Options;
  /** Opened when it is first asked for; closed when the command has ended. */
  connect(): Promise<MemoryApi>;
  output: Output;
  streams: Streams;
  /** Asks the user; false unless she says yes. Throws `not_confirmed` where nobody can be asked. */
  confirm(question: string): Promise<boolean>;
  variables: Record<string, string | undefined>;
  /** The folder that paths are meant from. */
  folder: string;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
};

export type Command = {
  name: string;
  /** The words behind its name, as the help shows them. */
  words: string;
  summary: string;
  /** More than the summary says. */
  details?: string;
  options: Record<string, OptionSpec>;
  /** A part of what it writes is of no use: a reader that leaves early makes it fail. */
  needsItsOutput?: true;
  /** How many words it takes. */
  counts: [least: number, most: number];
  /** Returns false when it found that something is wrong. Throws when it could not be done. */
  run(context: Context): Promise<boolean | void>;
};
