import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { answerLines, answers } from '../protocol/answers.ts';
import { bodies, queries } from '../protocol/requests.ts';
import { registerRoutes } from './register-routes.ts';

const lines = z.object({ content: z.object({ 'application/x-ndjson': z.object({ schema: z.unknown() }) }) });

it('answers what clients expect of each request, and takes what they send', async () => {
  const registered = await readRoutes();
  for (const [route, answer] of Object.entries({ ...answers, ...answerLines })) {
    const { response = {} } = registered.get(route) ?? {};
    const given = Object.entries(response).filter(([status]) => status.startsWith('2'));
    expect(given, route).not.toEqual([]);
    for (const [, one] of given) {
      const schema = lines.safeParse(one).data?.content['application/x-ndjson'].schema ?? one;
      expect(described(schema), route).toEqual(described(answer));
    }
  }
  for (const [route, query] of Object.entries(queries))
    expect(registered.get(route)?.querystring, route).toBe(query);
  // the agents are those of the server
  const { 'POST /api/memory/sessions/:id/handoff': handoff, ...others } = bodies;
  for (const [route, body] of Object.entries(others)) expect(registered.get(route)?.body, route).toBe(body);
  const taken = z
    .instanceof(z.ZodObject)
    .parse(registered.get('POST /api/memory/sessions/:id/handoff')?.body);
  expect(Object.keys(taken.shape)).toEqual(Object.keys(handoff.shape));
});

const schemas = z.object({
  querystring: z.unknown().optional(),
  body: z.unknown().optional(),
  response: z.record(z.string(), z.unknown()).optional(),
});

/** The schemas of each route; its handlers are not called. */
async function readRoutes(): Promise<Map<string, z.infer<typeof schemas>>> {
  const app = Fastify();
  const found = new Map<string, z.infer<typeof schemas>>();
  app.addHook('onRoute', ({ method, url, schema }) => {
    found.set(`${String(method)} ${url}`, schemas.parse(schema ?? {}));
  });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  const parts = { agents: ['chapo'], examine: never, preview: never, readDocument: never };
  registerRoutes(app, { ...JSON.parse('{ "info": {} }'), ...parts });
  await app.ready();
  await app.close();
  return found;
}

const never = (): never => {
  throw new Error('no handler is called');
};

const described = (schema: unknown): unknown =>
  z.toJSONSchema(z.instanceof(z.ZodType).parse(schema), { io: 'input', unrepresentable: 'any' });
