import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serveHttp, type HttpApp } from './http-app.ts';

const app = serveHttp();
let document: z.infer<typeof openapi>;
beforeAll(async () => {
  document = openapi.parse((await app.ask('GET', '/openapi.json')).json);
});

describe('the OpenAPI document', () => {
  it('is the one that is committed', async () => {
    const text = `${JSON.stringify(app.fastify.swagger(), null, 2)}\n`;
    await expect(text, 'run pnpm --filter @devai/api openapi').toMatchFileSnapshot('../openapi.json');
  });

  it('has every route', () => {
    const described = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(described.toSorted()).toEqual(routesOf(app).toSorted());
  });

  it('gives each operation a unique name, a documented tag, and its parameters', () => {
    const ids = operations().map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const known = document.tags.map(({ name }) => name);
    for (const { path, tags, parameters = [] } of operations()) {
      expect(known).toEqual(expect.arrayContaining(tags));
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(inPath);
    }
  });

  it('gives each operation its result and its errors, as problems', () => {
    for (const { path, method, responses, requestBody } of operations()) {
      const statuses = Object.keys(responses);
      const needed = ['400', '401', '403', '429', '500', '503', ...(requestBody ? ['413', '415'] : [])];
      expect(statuses, `${method} ${path}`).toEqual(expect.arrayContaining(needed));
      expect(statuses.some((status) => status.startsWith('2'))).toBe(true);
      for (const [status, answered] of Object.entries(responses)) {
        if (status.startsWith('2')) continue;
        expect(answered).toEqual({ $ref: `#/components/responses/${status}` });
        expect(document.components.responses[status]?.content).toEqual({
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        });
      }
    }
  });

  it('refers only to schemas that it contains, and contains none that is not referred to', () => {
    const text = JSON.stringify(document);
    const referred = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
    );
    expect(new Set(Object.keys(document.components.schemas))).toEqual(referred);
  });
});

/** `/*` is `/assets/*`: the router prints a wildcard without what precedes it. */
const undescribed = new Set(['/', '/*', '/ws/chat', '/openapi.json', '/metrics']);

/** The routes that the router has, without the page, the websocket, the document itself, and the HEAD of each GET. */
function routesOf({ fastify }: HttpApp): string[] {
  const paths: string[] = [];
  const routes: string[] = [];
  for (const line of fastify.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent, path, methods] = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (indent === undefined || path === undefined) continue;
    paths.length = indent.length / 4;
    paths.push(path);
    const whole = paths.join('').replaceAll(/:(\w+)/g, '{$1}');
    for (const method of methods?.split(', ') ?? []) {
      if (method !== 'HEAD' && !undescribed.has(whole)) routes.push(`${method} ${whole}`);
    }
  }
  return routes;
}

const answer = z.looseObject({ description: z.string(), content: z.record(z.string(), z.unknown()) });

const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string().min(10),
  tags: z.array(z.string()).length(1),
  parameters: z
    .array(z.looseObject({ in: z.string(), name: z.string(), schema: z.looseObject({}) }))
    .optional(),
  requestBody: z.looseObject({ content: z.record(z.string(), z.unknown()) }).optional(),
  responses: z.record(z.string(), answer.or(z.strictObject({ $ref: z.string() }))),
});

const openapi = z.looseObject({
  openapi: z.string().startsWith('3.1'),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  tags: z.array(z.looseObject({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({
    schemas: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), answer),
  }),
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, ...described })),
  );
