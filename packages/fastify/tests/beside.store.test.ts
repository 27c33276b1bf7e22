import swagger from '@fastify/swagger';
import { describe, expect, it } from 'vitest';
import devai from '../src/index.ts';
import { openHost } from './open-host.ts';

const typed = { body: { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } } };
const text = { 'content-type': 'text/plain' };

describe("the host's own routes", () => {
  it('keep their errors, parsers, validators and what is not found', async () => {
    const { app, register, ask } = await openHost();
    app.setErrorHandler((error, _request, reply) => {
      void reply.code(418).send({ oops: error instanceof Error ? error.message : '' });
    });
    app.setNotFoundHandler((_request, reply) => reply.code(404).send({ oops: 'nothing' }));
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, { ...JSON.parse(String(body)), parsed: 'by the host' }),
    );
    app.addContentTypeParser('*', (_request, _body, done) => done(null, 'anything'));
    app.post('/before', { schema: typed }, ({ body }) => body);
    await register();
    app.post('/after', { schema: typed }, ({ body }) => body);
    app.post('/echo', ({ body }) => ({ body }));

    for (const url of ['/before', '/after']) {
      const sized = { method: 'POST', url, payload: { size: '3' } } as const;
      expect(await ask(null, sized)).toMatchObject({ json: { size: 3, parsed: 'by the host' } });
      expect(await ask(null, { ...sized, payload: { size: 'big' } })).toMatchObject({
        status: 418,
        json: { oops: 'body/size must be integer' },
      });
    }
    const plain = { method: 'POST', payload: 'x' } as const;
    expect(await ask(null, { ...plain, url: '/echo', headers: text })).toMatchObject({ json: { body: 'x' } });
    expect(await ask(null, { ...plain, url: '/echo', headers: { 'content-type': 'a/b' } })).toMatchObject({
      json: { body: 'anything' },
    });
    expect(await ask(null, { url: '/nothing' })).toMatchObject({ status: 404, json: { oops: 'nothing' } });

    const save = { ...plain, url: '/memory/api/memory/save', payload: { content: 'The gate is green' } };
    expect(await ask('alice', save)).toMatchObject({ status: 201 });
    expect(await ask('alice', { ...save, payload: 'x', headers: text })).toMatchObject({
      status: 415,
      json: { code: 'unsupported_media_type' },
    });
    expect(await ask('alice', { url: '/memory/nothing' })).toMatchObject({ json: { code: 'no_route' } });
  });

  it('reach the store, and with `asCaller` the memory of whoever asks', async () => {
    const { app, memory, register, ask } = await openHost();
    await register();
    app.get('/all', async () => (await app.memory.users.list()).map(({ user }) => user));
    app.get('/mine', { onRequest: app.asCaller }, async ({ memory: own }) => {
      const found = await own.memories.list({ project: 'shop' });
      return found.map(({ content }) => content);
    });
    await memory.as('alice').remember({ content: 'I paint gates', namespace: 'devai/user' });
    expect(await ask('alice', { url: '/mine' })).toMatchObject({ json: ['I paint gates'] });
    expect(await ask('bob', { url: '/mine' })).toMatchObject({ json: [] });
    expect(await ask(null, { url: '/mine' })).toMatchObject({
      status: 401,
      json: { error: 'Unauthorized', code: 'unauthorized' },
    });
    expect(await ask(null, { url: '/all' })).toMatchObject({ json: ['alice'] });
  });

  it('are described by the plugin that describes them, without those of the memory', async () => {
    const { app, register } = await openHost();
    await app.register(swagger, { openapi: { openapi: '3.1.0', info: { title: 'mine', version: '1' } } });
    await register();
    app.post('/own', { schema: typed }, ({ body }) => body);
    await app.ready();
    const { paths = {} } = JSON.parse(JSON.stringify(app.swagger()));
    expect(Object.keys(paths)).toEqual(['/own']);
  });
});

describe('a second registration', () => {
  it('is refused where the first one is, with what to do', async () => {
    const { register } = await openHost();
    await register();
    await expect(register({ prefix: '/other' })).rejects.toThrow(/^app\.memory is taken: .*scope of its own/);
  });

  it('works in a scope of its own, with another memory and other users', async () => {
    const { app, register, ask } = await openHost();
    const other = await openHost({ users: 'one' });
    await register();
    await app.register(async (scope) => {
      await scope.register(devai, { memory: other.memory, authenticate: 'unguarded', prefix: '/house' });
      scope.get('/house/kind', () => scope.memory.store.users);
    });
    app.get('/kind', () => app.memory.store.users);
    expect(await ask(null, { url: '/house/api/me' })).toMatchObject({ json: { user: 'me', users: 'one' } });
    expect(await ask('alice', { url: '/memory/api/me' })).toMatchObject({ json: { user: 'alice' } });
    expect((await ask(null, { url: '/memory/api/me' })).status).toBe(401);
    expect(await ask(null, { url: '/house/kind' })).toMatchObject({ json: 'one' });
    expect(await ask(null, { url: '/kind' })).toMatchObject({ json: 'many' });
  });
});
