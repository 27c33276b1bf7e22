export { createDocumentReader, type DocumentReader, type DocumentReaderOptions } from './document-reader.ts';
export type { ReadDocument } from './read-document.ts';
export { UnreadableDocument, type UnreadableReason } from './unreadable-document.ts';
