import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { BenchDriver } from './bench-database.ts';

export type BenchArguments = {
  rows: number[];
  driver: BenchDriver;
  /** The address of a Postgres server. */
  url: string | undefined;
  /** The file for the figures; null: none. */
  json: string | null;
  markdown: boolean;
  help: boolean;
};

export const usageOf = (name: string): string => `pnpm bench ${name} [options]

  --rows 10k,100k,1m   memories, one run after the other (10k)
  --driver <driver>    pglite (the default) or postgres: a database of its own on the server of DATABASE_URL or TEST_DATABASE_URL
  --json <file>        writes all figures
  --markdown           tables in Markdown
`;

const rowCount = z
  .string()
  .regex(/^\d+[km]?$/i, 'needs numbers such as 10000, 10k or 1m')
  .transform((text) => {
    const factor = { k: 1_000, m: 1_000_000 }[text.slice(-1).toLowerCase()] ?? 1;
    return Number.parseInt(text, 10) * factor;
  });

/** The value of `--rows`: numbers from `fewest` on, separated by commas. `why`: what fewer would do. */
export const rowCounts = (fewest: number, why: string) =>
  z
    .string()
    .default('10k')
    .transform((text) => text.split(','))
    .pipe(
      z.array(
        rowCount.refine(
          (count) => count >= fewest,
          `needs at least ${fewest.toLocaleString('en')}: with fewer ${why}`,
        ),
      ),
    );

const options = z.object({
  rows: rowCounts(5_000, 'the smaller projects are empty'),
  driver: z.enum(['pglite', 'postgres']).default('pglite'),
  json: z.string().nullable().default(null),
  markdown: z.boolean().default(false),
  help: z.boolean().default(false),
});

/**
 * Parses the options of the command line, and reads the server's address from the environment. Throws with what is
 * wrong.
 */
export function readBenchArguments(words: string[]): BenchArguments {
  const { values } = parseArgs({
    args: words,
    options: {
      rows: { type: 'string' },
      driver: { type: 'string' },
      json: { type: 'string' },
      markdown: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const parsed = options.safeParse(values);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return { ...parsed.data, url: serverUrl() };
}

/** Returns the address of the Postgres server to measure on, from the environment. */
export function serverUrl(): string | undefined {
  const { DATABASE_URL: database, TEST_DATABASE_URL: test } = process.env;
  return database || test || undefined;
}
