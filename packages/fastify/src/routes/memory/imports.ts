import { Readable } from 'node:stream';
import type { FilePart } from '@devai/memory';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { HttpError } from '../../errors.ts';
import { conflict, notFound } from '../../problems.ts';
import { foreignImportLine, importList, undoneImport } from '../../protocol/imports.ts';
import { byId as params, defaultReason } from '../../protocol/request-fields.ts';
import { bodies, queries } from '../../protocol/requests.ts';
import { readLines } from '../read-lines.ts';
import type { Routes, Served } from '../routes.ts';
import { lineAnswer, linesType, progressLines } from '../stream-lines.ts';
import { givenProjectOf } from './fields.ts';

const filePart = z.object({ path: z.string().min(1).max(1_000), text: z.string() });
const partsBody = z
  .custom<Readable>((value) => value instanceof Readable, 'needs the files, in parts')
  .describe(
    'lines { path, text } of at most 4 MB; lines of one file follow each other, and the last line is { "done": true }',
  );

/** `/api/memory/imports`: memories of other products. */
export function registerImports(routes: Routes, { operators, streamLines }: Served): void {
  routes.get('/api/memory/imports', {
    schema: {
      operationId: 'listImports',
      summary: 'Lists what was imported from other products, newest first, as long as it can be undone',
      response: { 200: importList },
    },
    handler: async ({ memory }) => ({ imports: await memory.imports.list() }),
  });
  routes.post('/api/memory/imports/:id/undo', {
    schema: {
      operationId: 'undoImport',
      summary:
        'Takes back everything that an import stored; what changed since stays; doing it twice changes nothing',
      params,
      body: bodies['POST /api/memory/imports/:id/undo'],
      response: { 200: undoneImport, ...notFound, ...conflict },
    },
    handler: ({ memory, params: { id }, body }) => memory.imports.undo(id, body?.reason ?? defaultReason),
  });
  routes.register(async (scope) => {
    // pass the body on as a stream, so that an export of any size fits
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(linesType, (_request, payload, done) => done(null, payload));
    scope.withTypeProvider<ZodTypeProvider>().post('/api/memory/imports', {
      schema: {
        operationId: 'importForeign',
        summary:
          'Imports memories of mem0, LangGraph, Letta and ChatGPT, and files of Claude and OpenClaw, or says what that would store',
        consumes: [linesType],
        querystring: queries['POST /api/memory/imports'],
        body: partsBody,
        response: lineAnswer(foreignImportLine),
      },
      handler: ({ memory, caller, ownProject, body, query }, reply) => {
        const { dryRun, mapUsers, project: named, ...rest } = query;
        if (mapUsers && !caller.isOperator) {
          throw new HttpError('forbidden', 'only the operator may import for other users');
        }
        const input = { ...rest, project: givenProjectOf(named, ownProject) };
        streamLines(reply, (signal) =>
          progressLines(async (onProgress) => {
            const options = { onProgress, signal };
            const files = partsOf(body);
            if (mapUsers) {
              const { conversations: _, id: __, ...mapped } = input;
              const all = await operators.users.import(
                files,
                { ...mapped, dryRun: dryRun === true },
                options,
              );
              return dryRun ? { plans: all } : { reports: all };
            }
            return dryRun
              ? { plan: await memory.imports.plan(files, input, options) }
              : { report: await memory.imports.run(files, input, options) };
          }),
        );
      },
    });
  });
}

async function* partsOf(body: Readable): AsyncGenerator<FilePart> {
  for await (const line of readLines(body, 'nothing of the last file was imported')) {
    const { data, error } = filePart.safeParse(line);
    if (!data) throw new HttpError('bad_request', `a line of the files: ${z.prettifyError(error)}`);
    yield data;
  }
}
