import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { documentPage, documentPassage, ingestLine, type Ingested } from '@devai/fastify/protocol/documents';
import { foundInStores, relevant } from '@devai/fastify/protocol/search';
import { serveHttp } from './http-app.ts';

const app = serveHttp();

const guide =
  '# Operations\n\n## Backups\n\nThe archive is copied to the vault in Reykjavik every Sunday night.\n';
const question = 'Where is the archive copied every Sunday?';

describe('documents over HTTP', () => {
  it('are ingested, listed, read, changed and deleted', async () => {
    const { document, ...first } = await ingest('docs/operations.md', guide);
    expect(first).toMatchObject({ action: 'added', added: 1, removed: 0 });
    expect(await ingest('docs/operations.md', guide)).toMatchObject({ action: 'unchanged' });
    const { documents, next } = await get(documentPage, 'documents');
    expect({ documents, next }).toMatchObject({
      documents: [{ id: document.id, chunkCount: 1 }],
      next: null,
    });
    expect(await get(documentPassage, `documents/${document.id}?firstLine=5&lastLine=5`)).toMatchObject({
      text: 'The archive is copied to the vault in Reykjavik every Sunday night.\n',
      nextLine: null,
      chunks: [{ number: 1, headings: ['Operations', 'Backups'], firstLine: 1, lastLine: 5 }],
    });
    const recalled = await get(relevant, `relevant?q=${encodeURIComponent(question)}`);
    expect(recalled.passages).toMatchObject([{ source: 'documents', injected: true }]);
    expect(await ingest('docs/operations.md', guide.replace('Reykjavik', 'Oslo'))).toMatchObject({
      ...{ action: 'updated', added: 1, removed: 1 },
    });
    expect((await app.ask('DELETE', `/api/memory/documents/${document.id}`)).json).toMatchObject({
      deleted: true,
    });
    expect((await app.ask('DELETE', `/api/memory/documents/${document.id}`)).json).toMatchObject({
      deleted: false,
    });
    expect((await get(documentPage, 'documents')).documents).toEqual([]);
  });

  it('stay within their project', async () => {
    const { document } = await ingest('other.md', guide, '&project=other');
    expect((await get(documentPage, 'documents')).documents).toEqual([]);
    expect((await get(documentPage, 'documents?project=other')).documents).toHaveLength(1);
    expect((await get(documentPage, 'documents?allProjects=true')).documents).toHaveLength(1);
    for (const method of ['GET', 'DELETE'] as const) {
      const path = `/api/memory/documents/${document.id}?project=mine`;
      expect(await app.ask(method, path)).toMatchObject({ status: 404, json: { code: 'not_found' } });
    }
    expect((await get(relevant, `relevant?q=${encodeURIComponent(question)}`)).passages).toEqual([]);
    await ingest('all.md', guide, '&project=');
    expect((await get(relevant, `relevant?q=${encodeURIComponent(question)}`)).passages).toHaveLength(1);
  });

  it('are searched together with the other stores', async () => {
    await app.ask('POST', '/api/memory/save', { content: 'The archive has a copy in the vault' });
    const stores = 'memories,messages,sessions,documents';
    const { hits } = await get(foundInStores, `search?q=${encodeURIComponent(question)}&stores=${stores}`);
    expect(new Set(hits.map(({ store }) => store))).toEqual(new Set(['memories', 'documents']));
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a));
    expect(await app.ask('GET', '/api/memory/search?q=archive&stores=documents&type=semantic')).toMatchObject(
      {
        ...{ status: 400, json: { code: 'invalid_input', detail: expect.stringContaining('filter') } },
      },
    );
    expect((await app.ask('GET', '/api/memory/search?q=archive&stores=wikis')).status).toBe(400);
  });

  it('are refused with the reason', async () => {
    const binary = await send('a.bin', Buffer.from([0, 1, 2, 0, 0, 3]));
    expect(binary).toMatchObject({ status: 422 });
    expect(JSON.parse(binary.lines[0] ?? '')).toMatchObject({ code: 'unreadable_document' });
    expect(await send('empty.md', ' \n')).toMatchObject({ status: 422 });
    const json = await app.ask('POST', '/api/memory/documents?path=a.md', { text: 'x' });
    expect(json).toMatchObject({ status: 415, json: { code: 'unsupported_media_type' } });
  });
});

async function send(path: string, content: string | Uint8Array, query = '') {
  const response = await app.fastify.inject({
    method: 'POST',
    url: `/api/memory/documents?path=${encodeURIComponent(path)}${query}`,
    headers: { 'content-type': 'application/octet-stream' },
    payload: Buffer.from(content),
  });
  return { status: response.statusCode, lines: response.body.trimEnd().split('\n') };
}

async function ingest(path: string, content: string, query?: string): Promise<Ingested> {
  const { status, lines } = await send(path, content, query);
  expect(status).toBe(200);
  const last = ingestLine.parse(JSON.parse(lines.at(-1) ?? ''));
  if (!last.done) throw new Error('the answer broke off');
  return last;
}

const get = async <Schema extends z.ZodType>(schema: Schema, path: string): Promise<z.output<Schema>> => {
  const { status, json } = await app.ask('GET', `/api/memory/${path}`);
  expect(status).toBe(200);
  return schema.parse(json);
};
