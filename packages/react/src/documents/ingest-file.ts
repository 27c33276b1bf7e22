import type { Line } from '@devai/fastify/protocol/client';
import { ApiError, type Client } from '../client.ts';

type IngestLine = Line<'POST /api/memory/documents', 'sent'>;
/** What an ingestion did. */
export type Ingested = Extract<IngestLine, { done: true }>;
/** Chunks that are stored, and how many there will be. */
export type Progress = Extract<IngestLine, { done: false }>['progress'];

/** Bytes of the largest file that the server takes. */
export const largestFile = 50 * 2 ** 20;

type Input = {
  client: Client;
  file: File;
  /** Whose it is; absent: the server's own project; empty: every project reads it. */
  project: string | undefined;
  onProgress: (progress: Progress) => void;
  /** Cancels the upload. Chunks that are stored by then stay until the file is added again or removed. */
  signal?: AbortSignal;
};

/** Sends a file to be stored in chunks. Throws `ApiError`. */
export async function ingestFile(input: Input): Promise<Ingested> {
  try {
    return await send(input);
  } catch (cause) {
    if (input.signal?.aborted) throw new ApiError('cancelled', 'you cancelled it', 0, { cause });
    throw cause;
  }
}

async function send({ client, file, project, onProgress, signal }: Input): Promise<Ingested> {
  if (file.size > largestFile) throw new ApiError('too_large', 'it is larger than 50 MB', 0);
  // read first: what cannot be read here is not the server's failure
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    throw new ApiError('unreadable', 'the browser cannot read it: it was moved, or it is a folder', 0, {
      cause,
    });
  });
  const asking = { query: { path: file.name, project }, bytes, signal };
  for await (const line of client.askLines('POST /api/memory/documents', asking)) {
    if (line.done) return line;
    onProgress(line.progress);
  }
  throw new ApiError('no_answer', 'the answer broke off: send it again', 0);
}
