import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectClient } from './chat-client.ts';
import { attempt, everyRoute, type Route } from './every-route.ts';
import { secret, tokenFor } from './provider.ts';
import { serveChat } from './serve-chat.ts';

const operatorsToken = 'the token of the operator';
const world = serveChat('file', {
  environment: {
    DEVAI_API_TOKEN: operatorsToken,
    DEVAI_AUTH_SECRET: secret,
    DEVAI_AUTH_PROJECTS: 'projects',
  },
});
/** A word that occurs only in what Alice said or gave. */
const canary = `canary${randomUUID().replaceAll('-', '')}`;
/** Ids of Alice's, by what they are of. */
const ids: Record<string, string> = {};
let routes: Route[] = [];
let tokens: { alice: string; bob: string };

beforeAll(async () => {
  tokens = { alice: await tokenFor('alice'), bob: await tokenFor('bob') };
  routes = await everyRoute(world.address, operatorsToken);
  await makeHers();
}, 120_000);

describe('what is of one user', () => {
  it('is there for that user, by every id', async () => {
    for (const [kind, path] of [
      ['memory', `/api/memory/${ids['memory']}`],
      ['session', `/api/memory/sessions/${ids['session']}`],
      ['document', `/api/memory/documents/${ids['document']}`],
      ['job', `/api/memory/jobs/${ids['job']}`],
      ['context', `/api/memory/debug/${ids['context']}`],
    ] as const) {
      const { status, text } = await ask('alice', 'GET', path);
      expect(status, kind).toBe(200);
      if (kind !== 'job') expect(text, kind).toContain(canary);
    }
  });

  it('is for another user, on every route, as if it did not exist', { timeout: 120_000 }, async () => {
    const bob = { origin: world.address, token: tokens.bob };
    const before = await hers();
    for (const route of routes.filter(({ hasId }) => hasId)) {
      for (const [kind, id] of Object.entries(ids)) {
        const [unknown, other] = [randomUUID(), randomUUID()];
        const [answer, expected] = [
          await attempt(bob, route, { id, other: ids['memory'] ?? '' }),
          await attempt(bob, route, { id: unknown, other }),
        ];
        const asked = `${route.name} with the ${kind}`;
        expect(answer.body, asked).not.toContain(canary);
        expect(answer.status, asked).toBe(expected.status);
        expect(alike(answer.body, id, ids['memory']), asked).toBe(alike(expected.body, unknown, other));
        expect([200, 202, 403, 404], `${asked}: ${answer.body}`).toContain(answer.status);
      }
    }
    expect(await hers()).toEqual(before);
  });

  it('is in no list, search, count or stream of another user', { timeout: 60_000 }, async () => {
    const bob = { origin: world.address, token: tokens.bob };
    const text = 'What opens the shed of the garden?';
    for (const route of routes) {
      const unknown = { id: randomUUID(), other: randomUUID() };
      const answer = await attempt(bob, route, { ...unknown, text });
      expect(answer.body, route.name).not.toContain(canary);
      for (const [kind, id] of Object.entries(ids))
        expect(answer.body, `${route.name}: ${kind}`).not.toContain(id);
      expect([200, 201, 202, 403, 404], `${route.name}: ${answer.body}`).toContain(answer.status);
    }
  });

  it('stays when another user changes, shares or clears what goes by the same name', async () => {
    await ask('bob', 'DELETE', '/api/focus');
    await ask('bob', 'POST', '/api/memory/shared', { key: 'shed', value: 'is empty' });
    const focus = await ask('alice', 'GET', '/api/focus');
    expect(focus.text).toContain(canary);
    expect((await ask('alice', 'GET', '/api/memory/shared?latest=true')).text).toContain(canary);
    expect((await ask('alice', 'GET', '/api/memory/shared?latest=true')).text).not.toContain('is empty');
  });
});

describe('what concerns all users', () => {
  const reserved = [
    'GET /api/memory/doctor',
    'DELETE /api/project/{id}',
    'POST /api/project/{id}/consolidate',
    'POST /api/memory/jobs/retry',
    'POST /api/memory/decay',
    'POST /api/memory/reembed',
    'POST /api/memory/calibrate',
    'POST /api/memory/scrub',
    'GET /api/memory/export',
    'POST /api/memory/import',
    'GET /api/users',
    'DELETE /api/user/{user}',
    'GET /api/model',
    'POST /api/model/test',
    'PUT /api/model',
    'DELETE /api/model',
  ];

  it('is refused to all but the operator', async () => {
    const bob = { origin: world.address, token: tokens.bob };
    for (const name of reserved) {
      const route = routes.find((one) => one.name === name);
      if (!route) throw new Error(`there is no route ${name}`);
      const { status, body } = await attempt(bob, route, { id: 'taskforge', other: '' });
      expect({ name, status, code: problem.parse(JSON.parse(body)).code }).toEqual({
        ...{ name, status: 403, code: 'forbidden' },
      });
    }
  });

  it('is the only thing that is', async () => {
    const bob = { origin: world.address, token: tokens.bob };
    const refused: string[] = [];
    for (const route of routes) {
      const { status } = await attempt(bob, route, { id: randomUUID(), other: randomUUID() });
      if (status === 403) refused.push(route.name);
    }
    expect(refused.toSorted()).toEqual(reserved.toSorted());
  });

  it('is an import for other users, though not one for oneself', async () => {
    const file = { path: 'a.json', text: '[{"id":"1","memory":"Ben skis","user_id":"ben"}]' };
    const lines = [file, { done: true }].map((line) => JSON.stringify(line)).join('\n');
    const importAs = async (token: string, mapUsers: boolean) => {
      const answer = await fetch(`${world.address}/api/memory/imports?${mapUsers ? 'mapUsers=true' : ''}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
        body: lines,
      });
      return { status: answer.status, text: await answer.text() };
    };
    expect(await importAs(tokens.bob, true)).toMatchObject({
      status: 403,
      text: expect.stringContaining('only the operator may import for other users'),
    });
    expect(await importAs(tokens.bob, false)).toMatchObject({ status: 200 });
    expect(await importAs(operatorsToken, true)).toMatchObject({
      status: 200,
      text: expect.stringContaining('"ben"'),
    });
  });

  it('says nothing of the store to others, and all of it to the operator', async () => {
    const health = z.object({ store: z.object({ place: z.string() }), jobs: z.unknown() });
    const asBob = health.parse(JSON.parse((await ask('bob', 'GET', '/api/health')).text));
    expect(asBob).toMatchObject({ store: { place: '' }, jobs: null });
    const asOperator = await request('GET', '/api/health', { authorization: `Bearer ${operatorsToken}` });
    expect(health.parse(JSON.parse(asOperator.text)).store.place).not.toBe('');
  });

  it('is read by all in devai/global, where only the operator writes', async () => {
    const operator = { authorization: `Bearer ${operatorsToken}` };
    const global = { content: 'the house rules hang at the door', namespace: 'devai/global/rules' };
    const { memory } = z
      .object({ memory: z.object({ id: z.string() }) })
      .parse(JSON.parse((await request('POST', '/api/memory/save', operator, global)).text));
    expect((await ask('bob', 'GET', `/api/memory/${memory.id}`)).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', '/api/memory/save', global],
      ['PUT', `/api/memory/${memory.id}`, { content: 'there are no rules' }],
      ['DELETE', `/api/memory/${memory.id}`, undefined],
      ['POST', `/api/memory/${memory.id}/undo`, {}],
    ] as const)
      expect((await ask('bob', method, path, body)).status, `${method} ${path}`).toBe(403);
  });
});

describe('the operator', () => {
  it('acts for the user that is named, and for `me` otherwise', async () => {
    const asAlice = { authorization: `Bearer ${operatorsToken}`, 'x-devai-user': 'alice' };
    expect((await request('GET', `/api/memory/${ids['memory']}`, asAlice)).text).toContain(canary);
    const asMe = { authorization: `Bearer ${operatorsToken}` };
    expect((await request('GET', `/api/memory/${ids['memory']}`, asMe)).status).toBe(404);
    expect((await request('GET', '/api/me', asAlice)).json).toMatchObject({
      user: 'alice',
      isOperator: true,
    });
  });

  it('counts all users, and one who is named alone; a user counts what is theirs', async () => {
    const operator = { authorization: `Bearer ${operatorsToken}` };
    const sessionsOf = async (headers: Record<string, string>) =>
      counted.parse((await request('GET', '/api/memory/stats', headers)).json).sessions.count;
    const alices = await sessionsOf(bearer(tokens.alice));
    expect(alices).toBeGreaterThan(0);
    expect(await sessionsOf({ ...operator, 'x-devai-user': 'alice' })).toBe(alices);
    expect(await sessionsOf(bearer(await tokenFor('nobody yet')))).toBe(0);
    const dave = await connectClient(socketAddress(), {}, bearer(await tokenFor('dave')));
    await dave.say('hello');
    await dave.close();
    expect(await sessionsOf(operator)).toBeGreaterThan(alices);
    const { text } = await request('GET', '/api/memory/doctor', operator);
    expect(text).toMatch(/holds [1-9]\d* memor/);
  });

  it('names a user in any script, percent-encoded', async () => {
    const headers = {
      authorization: `Bearer ${operatorsToken}`,
      'x-devai-user': encodeURIComponent('สมชาย'),
    };
    expect((await request('GET', '/api/me', headers)).json).toMatchObject({ user: 'สมชาย' });
    const wrong = { ...headers, 'x-devai-user': 'a%' };
    expect((await request('GET', '/api/me', wrong)).status).toBe(400);
    expect((await request('GET', '/api/me', { ...headers, 'x-devai-user': '%20' })).status).toBe(400);
  });

  it('is nobody else: a user cannot name another, and nobody comes without a token', async () => {
    const asBob = { authorization: `Bearer ${tokens.bob}`, 'x-devai-user': 'alice' };
    expect((await request('GET', '/api/me', asBob)).status).toBe(403);
    for (const headers of [{}, { authorization: 'Bearer x' }, { 'x-devai-user': 'alice' }])
      expect((await request('GET', '/api/me', headers)).status).toBe(401);
  });
});

describe('a project outside the claim', () => {
  it('does not exist, on every route, whatever the user did there before', { timeout: 120_000 }, async () => {
    const carol = await tokenFor('carol');
    const limited = await tokenFor('carol', { claims: { projects: ['shop'] } });
    const session = await connectClient(socketAddress(), { project: 'taskforge' }, bearer(carol));
    await session.say('remember this: our deploys need carols key');
    await session.close();
    const secretOf = `project${randomUUID().replaceAll('-', '')}`;
    const saved = await request('POST', '/api/memory/save', bearer(carol), {
      content: `we deploy from ${secretOf}`,
      project: 'taskforge',
      about: 'project',
    });
    const { memory } = z.object({ memory: z.object({ id: z.string() }) }).parse(saved.json);
    const hidden = { memory: memory.id, session: session.session.session };
    const asCarol = { origin: world.address, token: limited };
    expect((await request('GET', `/api/memory/${memory.id}`, bearer(carol))).status).toBe(200);
    for (const route of routes) {
      if (route.hasId)
        for (const [kind, id] of Object.entries(hidden)) {
          const unknown = randomUUID();
          const answer = await attempt(asCarol, route, { id, other: unknown });
          const expected = await attempt(asCarol, route, { id: unknown, other: unknown });
          expect(answer.status, `${route.name} with the ${kind}`).toBe(expected.status);
          expect(answer.body, `${route.name} with the ${kind}`).not.toContain(secretOf);
        }
      const inProject = { id: randomUUID(), other: randomUUID(), project: 'taskforge', text: 'deploy' };
      const { status, body } = await attempt(asCarol, route, inProject);
      expect(body, route.name).not.toContain(secretOf);
      if (route.takesProject || route.path.startsWith('/api/project/'))
        expect([403, 404], `${route.name}: ${status} ${body}`).toContain(status);
      expect((await attempt(asCarol, route, { id: randomUUID(), other: randomUUID() })).body).not.toContain(
        secretOf,
      );
    }
    expect((await request('GET', '/api/projects', bearer(limited))).text).not.toContain('taskforge');
    expect((await request('GET', '/api/me', bearer(limited))).json).toMatchObject({
      projects: ['shop'],
      project: null,
    });
    await request('GET', '/api/memory?project=shop', bearer(limited)).then(({ status }) =>
      expect(status).toBe(200),
    );
  });
});

const problem = z.object({ code: z.string() });
const counted = z.object({ sessions: z.object({ count: z.number() }) });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const socketAddress = (): string => world.server.url;

/** Two answers about ids that differ in nothing else. */
const alike = (body: string, ...asked: (string | undefined)[]): string =>
  asked.reduce<string>((text, id = '') => (id === '' ? text : text.replaceAll(id, '<id>')), body);

async function request(method: string, path: string, headers: Record<string, string>, body?: object) {
  const answer = await fetch(new URL(path, world.address), {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, json: text.startsWith('{') ? JSON.parse(text) : null };
}

const ask = (user: 'alice' | 'bob', method: string, path: string, body?: object) =>
  request(method, path, bearer(tokens[user]), body);

/** What a test must not change. */
const hers = async (): Promise<unknown> =>
  Promise.all(
    [
      `/api/memory/${ids['memory']}`,
      `/api/memory/sessions/${ids['session']}`,
      `/api/memory/sessions/${ids['session']}/memories`,
    ].map(async (path) => (await ask('alice', 'GET', path)).text),
  );

/** Alice talks, gives a document, has a topic, shares a value. */
async function makeHers(): Promise<void> {
  const client = await connectClient(socketAddress(), {}, bearer(tokens.alice));
  await client.say(`My shed of the garden opens with ${canary}`);
  await client.say('What opens the shed of the garden?');
  ids['session'] = client.session.session;
  await ask('alice', 'PUT', `/api/memory/sessions/${ids['session']}`, { name: `the shed ${canary}` });
  const { json: saved } = await ask('alice', 'POST', '/api/memory/save', {
    content: `the shed of my garden opens with ${canary}`,
    about: 'user',
  });
  ids['memory'] = z.object({ memory: z.object({ id: z.string() }) }).parse(saved).memory.id;
  await fetch(new URL('/api/memory/documents?path=shed.md&project=', world.address), {
    method: 'POST',
    headers: { ...bearer(tokens.alice), 'content-type': 'application/octet-stream' },
    body: `# The shed of the garden\n\nIt opens with ${canary}.`,
  }).then((answer) => answer.text());
  const { json: documents } = await ask('alice', 'GET', '/api/memory/documents?allProjects=true');
  ids['document'] =
    z.object({ documents: z.array(z.object({ id: z.string() })) }).parse(documents).documents[0]?.id ?? '';
  await ask('alice', 'PUT', '/api/focus', {
    topics: [{ topic: `shed ${canary}`, files: [], directories: [] }],
  });
  await ask('alice', 'POST', '/api/memory/shared', { key: 'shed', value: `opens with ${canary}` });
  const { json: extracting } = await ask('alice', 'POST', '/api/memory/extract', {
    sessionId: ids['session'],
  });
  ids['job'] = z.object({ job: z.object({ id: z.string() }) }).parse(extracting).job.id;
  const { json: contexts } = await ask('alice', 'GET', `/api/memory/contexts?session=${ids['session']}`);
  ids['context'] =
    z.object({ contexts: z.array(z.object({ id: z.string() })) }).parse(contexts).contexts[0]?.id ?? '';
  await client.close();
}
