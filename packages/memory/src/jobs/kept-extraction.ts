import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { seenOf } from '../marks/seen-of.ts';
import type { Job } from '../store/jobs.ts';
import type { Message } from '../store/messages.ts';
import type { ExtractionInput } from '../store/sessions.ts';
import type { Gist } from '../extraction/gist.ts';
import { candidatePayload } from './deduplicate-job.ts';

const keptGist: z.ZodType<Gist> = z.object({ name: z.string().nullable(), text: z.string() });

const keptExtraction = z.object({
  /** Forgetting erases from them. */
  candidates: z.array(candidatePayload),
  /** Why others were dropped. */
  dropped: z.array(z.string()),
  inOtherLanguage: z.number().default(0),
  /** Null: it stays what it was. Forgetting erases it. */
  gist: keptGist.nullable().default(null),
  /** The messages that were read. */
  seen: z.object({ sessionId: z.uuid(), after: z.int(), through: z.int(), marks: z.int() }),
});

/** What phase 1 found. A job keeps it in its payload when phase 2 fails, so that its next try does not pay for it again. */
export type KeptExtraction = z.infer<typeof keptExtraction>;

/** What an earlier try kept. Null when there is none, or when the watermark moved or a message was taken or forgotten since. */
export function keptExtractionOf(job: Job, { session, messages }: ExtractionInput): KeptExtraction | null {
  const kept = keptExtraction.safeParse(job.payload).data;
  const seen = kept && seenOf(session.id, session.extractedThrough, messages.filter(isReadBy(kept)));
  return kept && isDeepStrictEqual(seen, kept.seen) ? kept : null;
}

export const isReadBy =
  ({ seen }: KeptExtraction) =>
  ({ number }: Message): boolean =>
    number <= seen.through;
