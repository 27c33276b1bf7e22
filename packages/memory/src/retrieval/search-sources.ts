import { z } from 'zod';
import type { Log, Source, SourceItem, SourceQuery } from '../ports.ts';
import { redact } from '../redaction/redact.ts';
import { isTimeout, withTimeLimit } from '../time-limit.ts';

const items = z.array(
  z.object({
    text: z.string().trim().min(1),
    score: z.number().min(0).max(1),
    provenance: z.object({ id: z.string().min(1), title: z.string() }),
  }),
);

type Found = { items: (SourceItem & { source: string; reason: string })[]; degraded: string[] };

/**
 * Searches all sources at the same time. Passages are redacted; a source that fails, is slow or returns something
 * malformed is named in `degraded`. Throws only the reason of an aborted signal.
 */
export async function searchSources(
  sources: readonly Source[],
  query: Omit<SourceQuery, 'signal'>,
  { milliseconds, signal, log }: { milliseconds: number; signal?: AbortSignal | undefined; log: Log },
): Promise<Found> {
  const found = await Promise.all(
    sources.map(async (source): Promise<Found> => {
      const { id } = source;
      try {
        const given = await withTimeLimit((limited) => source.search({ ...query, signal: limited }), {
          ...{ milliseconds, signal },
        });
        const read = items.parse(given).map(async ({ text, score, provenance }) => ({
          source: id,
          text: await redact(text),
          score,
          provenance: { ...provenance, title: await redact(provenance.title) },
          reason: `the source gave it ${score.toFixed(2)}`,
        }));
        return { items: await Promise.all(read), degraded: [] };
      } catch (error) {
        signal?.throwIfAborted();
        log.warn({ err: error, source: id }, 'a source could not be searched: the turn goes on without it');
        return { items: [], degraded: [`${id} could not be searched (${whyNot(error, milliseconds)})`] };
      }
    }),
  );
  return { items: found.flatMap((one) => one.items), degraded: found.flatMap((one) => one.degraded) };
}

function whyNot(error: unknown, milliseconds: number): string {
  if (isTimeout(error)) return `no answer within ${milliseconds} ms`;
  if (error instanceof z.ZodError) return `its answer is malformed: ${z.prettifyError(error)}`;
  return error instanceof Error ? error.message : String(error);
}
