import { z } from 'zod';

/** A moment: ISO text in the store and on the wire, a Date in TypeScript. */
export const moment = z
  .codec(z.string(), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  })
  .meta({ type: 'string', format: 'date-time' });

/** A JSON object whose keys are the host's or the user's own. */
export const metadata = z.record(z.string(), z.unknown());

/** Inside JSON a vector travels as its text: pgvector reads it, and Postgres need not parse 512 JSON numbers. */
export const vectorText = (vector: number[] | null): string | null =>
  vector === null ? null : JSON.stringify(vector);
