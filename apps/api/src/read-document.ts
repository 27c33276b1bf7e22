import type { DocumentReader } from '@devai/document-reader';
import { MemoryError } from '@devai/memory';
import type { AgentParts } from '@devai/fastify/routes/routes';

/** Turns files into text. The readers are loaded when the first file is read. */
export function createDocumentReading(): {
  read: NonNullable<AgentParts['readDocument']>;
  close(): Promise<void>;
} {
  let opened: DocumentReader | null = null;
  return {
    async read(bytes, { path, mediaType, signal }) {
      const { createDocumentReader, UnreadableDocument } = await import('@devai/document-reader');
      opened ??= createDocumentReader();
      try {
        return await opened.read(bytes, { path, ...(mediaType !== undefined && { mediaType }), signal });
      } catch (error) {
        if (!(error instanceof UnreadableDocument)) throw error;
        const code = error.reason === 'unsupported' ? 'unsupported_document' : 'unreadable_document';
        throw new MemoryError(code, error.message, { cause: error });
      }
    },
    close: async () => opened?.close(),
  };
}
