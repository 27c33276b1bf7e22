import type { Problem } from '@devai/api/protocol/problem';
import { ApiError, type Client } from '../client.ts';
import type { components, operations } from '../openapi.ts';

type Line = operations['ingestDocument']['responses']['200']['content']['application/x-ndjson'];
/** What an ingestion did. */
export type Ingested = Extract<Line, { done: true }>;
/** Chunks that are stored, and how many there will be. */
export type Progress = components['schemas']['Progress']['progress'];

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
  const { data } = await client.POST('/api/memory/documents', {
    params: { query: { path: file.name, project } },
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
    bodySerializer: (body: unknown) => body,
    parseAs: 'stream',
    ...(signal && { signal }),
  });
  for await (const line of linesOf(data ?? new ReadableStream())) {
    const told: Line | { error: Problem } = JSON.parse(line);
    if ('error' in told) throw new ApiError(told.error.code, told.error.detail, told.error.status);
    if (told.done) return told;
    onProgress(told.progress);
  }
  throw new ApiError('no_answer', 'the answer broke off: send it again', 0);
}

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
