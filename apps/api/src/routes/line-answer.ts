import type { z } from 'zod';
import { linesType } from './stream-lines.ts';

/** For routes that count all rows: requests a minute from one address. */
export const counting = { rateLimit: { max: 60, timeWindow: '1 minute' } };

/** For routes that go through the whole store: requests a minute from one address. */
export const costly = { rateLimit: { max: 10, timeWindow: '1 minute' } };

/** The answer of a route that streams: each line is such an object, or at its end `{ error: problem }`. */
export const lineAnswer = <Line extends z.ZodType>(line: Line) => ({
  200: {
    description: 'one JSON object a line; a failure in mid-stream is a last line { "error": Problem }',
    content: { [linesType]: { schema: line } },
  },
});
