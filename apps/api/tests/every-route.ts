import { z } from 'zod';

const parameter = z.object({
  name: z.string(),
  in: z.enum(['query', 'path']),
  required: z.boolean().optional(),
});
const operation = z.object({
  parameters: parameter.array().default([]),
  requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional(),
});
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

export type Route = { name: string; method: string; path: string; hasId: boolean; takesProject: boolean };
export type Sent = { status: number; body: string };
/** What stands in a request where an id does. */
export type Ids = { id: string; other: string };

/** What each route needs beside ids; a route that is not listed needs nothing. `text` asks for what the test hides. */
const needs: Record<
  string,
  (given: Ids & { text: string; project: string }) => { query?: object; json?: object }
> = {
  'GET /api/memory/ids': ({ id }) => ({ query: { kind: 'memory', beginning: id.slice(0, 8) } }),
  'GET /api/memory/search': ({ text }) => ({ query: { q: text, messages: true } }),
  'POST /api/memory/search': ({ text }) => ({
    json: { text, stores: ['memories', 'messages', 'sessions', 'documents'] },
  }),
  'GET /api/memory/relevant': ({ text }) => ({ query: { q: text } }),
  'POST /api/memory/relevant': ({ text }) => ({ json: { text } }),
  'POST /api/memory/explain': ({ id, text }) => ({ json: { text, memoryId: id } }),
  'POST /api/memory/save': () => ({ json: { content: 'the gate is green' } }),
  'POST /api/memory/save-all': () => ({ json: { statements: [{ content: 'the gate is green' }] } }),
  'POST /api/memory/keep': () => ({ json: { content: 'the gate is green' } }),
  'POST /api/memory/extract': ({ id }) => ({ json: { sessionId: id } }),
  'PUT /api/memory/{id}': () => ({ json: { content: 'it is changed' } }),
  'POST /api/memory/{id}/relations': ({ other }) => ({ json: { kind: 'relates_to', to: other } }),
  'DELETE /api/memory/{id}/relations': ({ other }) => ({ query: { kind: 'relates_to', to: other } }),
  'GET /api/memory/sessions': () => ({ query: { allProjects: true, children: true } }),
  'GET /api/memory/contexts': () => ({ query: { allProjects: true } }),
  'GET /api/memory': () => ({ query: { allProjects: true, includeInvalid: true } }),
  'GET /api/memory/documents': () => ({ query: { allProjects: true } }),
  'POST /api/memory/documents': () => ({ query: { path: 'own.md' } }),
  'PUT /api/memory/sessions/{id}': () => ({ json: { name: 'mine' } }),
  'PUT /api/memory/sessions/{id}/messages/{number}': () => ({ json: { pinned: true } }),
  'POST /api/memory/sessions/{id}/handoff': () => ({ json: {} }),
  'POST /api/memory/sessions/{id}/memories': ({ other }) => ({ json: { pinned: [other] } }),
  'POST /api/memory/sessions/{id}/context': ({ text }) => ({ json: { text } }),
  'GET /api/memory/diff': ({ id, other }) => ({ query: { before: id, after: other } }),
  'POST /api/memory/shared': () => ({ json: { key: 'gate', value: 'green' } }),
  'POST /api/model/test': () => ({ json: { provider: 'openai', model: 'gpt-5.5' } }),
  'PUT /api/model': () => ({ json: { provider: 'openai', model: 'gpt-5.5' } }),
  'PUT /api/focus': () => ({ json: { topics: [] } }),
  'PUT /api/project/{id}': () => ({ json: { description: 'it is changed' } }),
  'DELETE /api/project/{id}': ({ project }) => ({ query: { confirm: project } }),
};

/** A watch never ends by itself. */
const endless = new Set(['GET /api/memory/shared/watch', 'GET /api/memory/watch']);

/** All routes of HTTP that a server has, as it describes them. */
export async function everyRoute(origin: string, token: string): Promise<Route[]> {
  const answer = await fetch(`${origin}/openapi.json`, { headers: { authorization: `Bearer ${token}` } });
  const { paths } = document.parse(await answer.json());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, { parameters, requestBody }]) => {
      const method = verb.toUpperCase();
      const name = `${method} ${path}`;
      const { query = {}, json = {} } = needs[name]?.({ id: 'id', other: 'id', text: '', project: '' }) ?? {};
      return {
        ...{ name, method, path },
        hasId:
          /\{(id|contextId)\}/.test(path) ||
          [query, json].some((part) => JSON.stringify(part).includes('"id"')),
        takesProject:
          parameters.some((one) => one.name === 'project') ||
          JSON.stringify(requestBody?.content ?? {}).includes('"project"'),
      };
    }),
  );
}

/** Sends a request of a route with ids where it takes any. `project`: where it takes one, and in the path of a project's routes. */
export async function attempt(
  { origin, token }: { origin: string; token: string },
  { name, method, path }: Pick<Route, 'name' | 'method' | 'path'>,
  { id, other, text = 'What opens the shed?', project }: Ids & { text?: string; project?: string },
): Promise<Sent> {
  const { query = {}, json } = needs[name]?.({ id, other, text, project: project ?? '' }) ?? {};
  const inBody = json !== undefined && method !== 'GET' && !path.includes('{');
  const isOfProject = path.startsWith('/api/project/');
  const address = new URL(
    path
      .replace('{number}', '1')
      .replace(/\{\w+\}/, encodeURIComponent(isOfProject ? (project ?? 'taskforge') : id)),
    origin,
  );
  const projectField = project === undefined || isOfProject ? {} : { project };
  if (project !== undefined) Reflect.deleteProperty(query, 'allProjects');
  for (const [field, value] of Object.entries({ ...query, ...(inBody ? {} : projectField) }))
    address.searchParams.set(field, value);
  const bytes = name === 'POST /api/memory/documents' ? 'the gate is green' : null;
  const lines = /^POST \/api\/memory\/imports?$/.test(name) ? '' : null;
  const sent = json && JSON.stringify({ ...json, ...(inBody ? projectField : {}) });
  const type = bytes
    ? 'application/octet-stream'
    : lines === null
      ? 'application/json'
      : 'application/x-ndjson';
  const body = bytes ?? lines ?? sent ?? null;
  const answer = await fetch(address, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== null && { 'content-type': type }) },
    ...(body !== null && { body }),
  });
  if (!endless.has(name) || !answer.ok) return { status: answer.status, body: await answer.text() };
  return { status: answer.status, body: await firstLineOf(answer) };
}

async function firstLineOf({ body }: Response): Promise<string> {
  for await (const chunk of body ?? []) return new TextDecoder().decode(chunk);
  return '';
}
