import { Readable } from 'node:stream';
import type { Memory } from '@devai/memory';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { queries } from '../../protocol/requests.ts';
import { exportLine, importLine } from '../../protocol/transfer.ts';
import { readLines } from '../read-lines.ts';
import { operatorsAlone, type Routes, type Served } from '../routes.ts';
import { lineAnswer, linesType, progressLines } from '../stream-lines.ts';

const lineBody = z
  .custom<Readable>((value) => value instanceof Readable, 'needs the lines of an export')
  .describe('the lines of an export; at most 4 MB each');

/** `GET /api/memory/export` and `POST /api/memory/import`: the whole store as lines of JSON, and back. */
export function registerTransfer(routes: Routes, { operators, streamLines }: Served): void {
  routes.get('/api/memory/export', {
    config: operatorsAlone,
    exposeHeadRoute: false,
    schema: {
      operationId: 'exportStore',
      summary:
        'Exports everything that the store holds, of all projects, or what belongs to one user: a header, then one line for each row',
      querystring: queries['GET /api/memory/export'],
      response: lineAnswer(exportLine),
    },
    handler: ({ query: { of } }, reply) => {
      streamLines(reply, (signal) =>
        exportLines(of === undefined ? operators.transfer.export() : operators.users.export(of), signal),
      );
    },
  });
  routes.register(async (scope) => {
    // pass the body on as a stream, so that a store of any size fits
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(linesType, (_request, payload, done) => done(null, payload));

    scope.withTypeProvider<ZodTypeProvider>().post('/api/memory/import', {
      config: operatorsAlone,
      schema: {
        operationId: 'importStore',
        summary:
          'Imports the lines of an export; what already exists is left alone; what came before an error stays',
        consumes: [linesType],
        body: lineBody,
        response: lineAnswer(importLine),
      },
      handler: ({ body }, reply) => {
        streamLines(reply, (signal) =>
          progressLines(async (onProgress) => ({
            report: await operators.transfer.import(readLines(body), { onProgress, signal }),
          })),
        );
      },
    });
  });
}

async function* exportLines(
  lines: ReturnType<Memory['transfer']['export']>,
  signal: AbortSignal,
): AsyncGenerator<object> {
  let rows = -1; // the header is not a row
  for await (const line of lines) {
    signal.throwIfAborted();
    yield line;
    rows += 1;
  }
  yield { done: true, rows };
}
