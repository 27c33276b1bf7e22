import { createHash } from 'node:crypto';
import { MemoryError, type DocumentRecord, type UserMemory } from '@devai/memory';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '../../problems.ts';
import {
  deletedDocument,
  documentPage,
  documentPassage,
  ingestLine,
  largestDocument,
} from '../../protocol/documents.ts';
import { byId, scoped } from '../../protocol/request-fields.ts';
import { queries } from '../../protocol/requests.ts';
import { givenProjectOf, projectOf } from './fields.ts';
import type { Routes, Served } from '../routes.ts';
import { lineAnswer, progressLines } from '../stream-lines.ts';

const bytes = z.instanceof(Buffer, { error: 'needs the bytes of a file' }).describe('the bytes of the file');
/** A higher limit of requests, because clients send a folder file by file. */
const manyFiles = { rateLimit: { max: 6_000, timeWindow: '1 minute' } };

/** `/api/memory/documents`: the ingested files and pages. */
export function registerDocuments(routes: Routes, { readDocument, streamLines }: Served): void {
  routes.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.withTypeProvider<ZodTypeProvider>().post('/api/memory/documents', {
      config: manyFiles,
      bodyLimit: largestDocument,
      schema: {
        operationId: 'ingestDocument',
        summary:
          'Ingests a file or page of at most 50 MB: Markdown, text, source code, HTML, PDF or DOCX; the second time, only what changed',
        consumes: ['application/octet-stream'],
        querystring: queries['POST /api/memory/documents'],
        body: bytes,
        response: lineAnswer(ingestLine),
      },
      handler: ({ memory, ownProject, body, query: { path: name, project, mediaType } }, reply) => {
        streamLines(reply, (signal) =>
          progressLines((onProgress) =>
            memory.documents.ingest({
              path: name,
              project: givenProjectOf(project, ownProject),
              sourceHash: createHash('sha256').update(body).digest('hex'),
              bytes: body.length,
              read: () => readDocument(body, { path: name, mediaType, signal }),
              onProgress: (done, total) => onProgress({ done, total }),
              signal,
            }),
          ),
        );
      },
    });
  });
  routes.get('/api/memory/documents', {
    schema: {
      operationId: 'listDocuments',
      summary: 'Lists the documents that a project reads, sorted by path',
      querystring: queries['GET /api/memory/documents'],
      response: { 200: documentPage },
    },
    handler: async ({ memory, ownProject, query: { project, allProjects, ...page } }) => {
      const wanted = allProjects ? undefined : projectOf(project, ownProject);
      const documents = await memory.documents.list({ ...page, project: wanted });
      const last = documents.length === page.limit ? documents.at(-1) : undefined;
      return { documents, next: last?.id ?? null };
    },
  });
  routes.get('/api/memory/documents/:id', {
    schema: {
      operationId: 'readDocument',
      summary: 'Shows lines of a document, as many as fit into one response',
      params: byId,
      querystring: queries['GET /api/memory/documents/:id'],
      response: { 200: documentPassage, ...notFound },
    },
    handler: async ({ memory, params: { id }, query: { project, firstLine, lastLine } }) => {
      const passage = await memory.documents.read(id, { firstLine, ...(lastLine && { lastLine }) });
      if (passage === null || !mayRead(passage.document, project)) throw unknown(id);
      return passage;
    },
  });
  routes.delete('/api/memory/documents/:id', {
    schema: {
      operationId: 'deleteDocument',
      summary: 'Deletes a document, and its texts in stored contexts; doing it twice changes nothing',
      params: byId,
      querystring: scoped,
      response: { 200: deletedDocument, ...notFound },
    },
    handler: async ({ memory, params: { id }, query: { project } }) => {
      await requireReadable(memory, id, project);
      const document = await memory.documents.delete(id);
      return { deleted: document !== null, document };
    },
  });
}

/** Throws `not_found` for a document of another project. A document that does not exist passes. */
async function requireReadable(memory: UserMemory, id: string, project: string | undefined): Promise<void> {
  if (project === undefined) return;
  const passage = await memory.documents.read(id, { tokens: 1 });
  if (passage && !mayRead(passage.document, project)) throw unknown(id);
}

const mayRead = (document: DocumentRecord, project: string | undefined): boolean =>
  project === undefined || document.project === null || document.project === projectOf(project, null);

const unknown = (id: string) => new MemoryError('not_found', `there is no document ${id}`);
