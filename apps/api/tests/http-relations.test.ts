import { expect, it } from 'vitest';
import { z } from 'zod';
import { serveHttp } from './http-app.ts';

const app = serveHttp();

it('two memories are related, shown from both sides, and unrelated again', async () => {
  const gateway = await save('the gateway forwards to the billing service');
  const billing = await save('the billing service keeps invoices');
  const body = { kind: 'depends_on', to: billing };
  expect(await app.ask('POST', `/api/memory/${gateway}/relations`, body)).toMatchObject({
    status: 200,
    json: { added: true },
  });
  expect((await app.ask('POST', `/api/memory/${gateway}/relations`, body)).json).toEqual({ added: false });
  expect(await related(gateway)).toEqual(['to depends_on the billing service keeps invoices']);
  expect(await related(billing)).toEqual(['from depends_on the gateway forwards to the billing service']);
  const gone = `/api/memory/${gateway}/relations?kind=depends_on&to=${billing}`;
  expect((await app.ask('DELETE', gone)).json).toEqual({ removed: true });
  expect((await app.ask('DELETE', gone)).json).toEqual({ removed: false });
  expect(await related(gateway)).toEqual([]);
});

it('a relation leads nobody into another project', async () => {
  const mine = await save('mine is here');
  const theirs = await save('theirs is there', 'other');
  const refused = await app.ask('POST', `/api/memory/${mine}/relations`, { kind: 'relates_to', to: theirs });
  expect(refused).toMatchObject({ status: 400, type: expect.stringContaining('problem+json') });
  const foreign = await app.ask('GET', `/api/memory/${theirs}/relations?project=taskforge`);
  expect(foreign.status).toBe(404);
  const hidden = await app.ask('POST', `/api/memory/${mine}/relations?project=taskforge`, {
    kind: 'relates_to',
    to: theirs,
  });
  expect(hidden.status).toBe(404);
});

it('an invalid relation is refused, and the error names the field', async () => {
  const one = await save('one of a kind');
  for (const [body, path] of [
    [{ kind: 'likes', to: one }, 'body.kind'],
    [{ kind: 'relates_to', to: 'x' }, 'body.to'],
    [{ kind: 'relates_to' }, 'body.to'],
  ] as const) {
    const answer = await app.ask('POST', `/api/memory/${one}/relations`, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toContain(`"${path}"`);
  }
});

it('a project shows its own memories as a graph', async () => {
  const sun = await save('the sun is a star', 'sky');
  const child = {
    content: 'the moon shines by the sun',
    project: 'sky',
    relations: [{ kind: 'depends_on', to: sun }],
  };
  const moon = await app.save(child.content, child);
  expect((await app.ask('GET', '/api/project/Sky/graph')).json).toMatchObject({
    nodes: [
      { id: expect.any(String), degree: 1 },
      { id: expect.any(String), degree: 1 },
    ],
    edges: [{ from: moon.id, kind: 'depends_on', to: sun }],
    truncated: false,
  });
  expect((await app.ask('GET', '/api/project/sky/graph?limit=1')).json).toMatchObject({
    nodes: [{ degree: 1 }],
    edges: [],
    truncated: true,
  });
  expect((await app.ask('GET', '/api/project/ground/graph')).json).toMatchObject({ nodes: [] });
  expect((await app.ask('GET', '/api/project/sky/graph?limit=0')).status).toBe(400);
  const foreign = { content: 'see there', project: 'ground', relations: [{ kind: 'depends_on', to: sun }] };
  expect(await app.ask('POST', '/api/memory/save', foreign)).toMatchObject({
    status: 400,
    json: { code: 'invalid_input' },
  });
});

const relations = z.object({
  relations: z.array(
    z.object({ kind: z.string(), direction: z.string(), memory: z.object({ content: z.string() }) }),
  ),
});

const save = async (content: string, project = 'taskforge') => (await app.save(content, { project })).id;

const related = async (id: string, query = '') => {
  const { json } = await app.ask('GET', `/api/memory/${id}/relations${query}`);
  return relations.parse(json).relations.map((one) => `${one.direction} ${one.kind} ${one.memory.content}`);
};
