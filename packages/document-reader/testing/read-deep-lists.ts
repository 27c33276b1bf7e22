/** A program that reads a file without end. */
import { createDocumentReader } from '../src/document-reader.ts';
import { deepLists } from './deep-lists.ts';

await createDocumentReader({ timeout: 600_000 }).read(Buffer.from(deepLists), { path: 'deep.html' });
