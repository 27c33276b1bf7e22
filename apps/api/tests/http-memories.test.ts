import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { shownMemory } from '@devai/fastify/protocol/memory';
import { serveHttp } from './http-app.ts';

const app = serveHttp();

describe('saving', () => {
  it('stores a statement at once with priority highest, and strengthens it when it is stated again', async () => {
    const request = { content: 'releases are cut on Thursdays', tags: ['release'], importance: 10 };
    const first = await app.ask('POST', '/api/memory/save', request);
    expect(first.status).toBe(201);
    expect(first.json).toMatchObject({
      action: 'added',
      memory: {
        content: 'releases are cut on Thursdays',
        namespace: 'devai/project/taskforge/general',
        priority: 'highest',
        importance: 10,
        tags: ['release'],
      },
    });
    const again = await app.ask('POST', '/api/memory/save', request);
    expect(again).toMatchObject({
      status: 200,
      json: { action: 'known', memory: { id: saved.parse(first.json).memory.id } },
    });
  });

  it('stores many statements in their order, refuses one alone, and stores nothing twice', async () => {
    const statements = [
      { content: 'invoices are sent on the 1st' },
      { content: 'the fair is in Lyon', namespace: 'elsewhere/a' },
      { content: 'the user prefers tea', about: 'user' },
      { content: 'invoices are sent on the 1st' },
    ];
    const first = await app.ask('POST', '/api/memory/save-all', { statements });
    expect(first).toMatchObject({
      status: 200,
      json: {
        results: [
          { action: 'added', memory: { content: 'invoices are sent on the 1st' } },
          { action: 'refused', problem: { code: 'invalid_input', status: 400 } },
          { action: 'added', memory: { content: 'the user prefers tea' } },
          { action: 'known' },
        ],
      },
    });
    const again = await app.ask('POST', '/api/memory/save-all', { statements });
    expect(actions.parse(again.json).results.map(({ action }) => action)).toEqual([
      'known',
      'refused',
      'known',
      'known',
    ]);
    for (const wrong of [[], [{ content: '' }], Array.from({ length: 1_001 }, () => ({ content: 'x' }))])
      expect(await app.ask('POST', '/api/memory/save-all', { statements: wrong })).toMatchObject({
        status: 400,
        json: { code: 'invalid_input' },
      });
  });

  it('stores until when a statement holds', async () => {
    const expiresAt = '2199-03-01T10:00:00.000Z';
    const { id } = await app.save('the sale runs', { expiresAt });
    expect((await app.ask('GET', `/api/memory/${id}`)).json).toMatchObject({ expiresAt });
    const unreadable = { content: 'the sale ends', expiresAt: 'someday' };
    expect(await app.ask('POST', '/api/memory/save', unreadable)).toMatchObject({ status: 400 });
  });

  it('stores what time a statement tells of, by its words or as it is given, and lists by it', async () => {
    const march = { holdsFrom: '2199-03-06T00:00:00.000Z', holdsUntil: '2199-03-07T00:00:00.000Z' };
    const read = await app.save('the regatta is on 2199-03-06');
    const given = await app.save('the concert of the choir', { ...march, holdsUntil: null });
    const { holdsFrom } = z.object({ holdsFrom: z.coerce.date() }).parse(read);
    expect(Math.abs(holdsFrom.getTime() - Date.parse(march.holdsFrom))).toBeLessThan(86_400_000);
    expect(given).toMatchObject({ holdsFrom: new Date(march.holdsFrom), holdsUntil: null });
    const ids = async (query: string) => {
      const { json } = await app.ask('GET', `/api/memory?${query}`);
      return z
        .object({ memories: z.array(z.object({ id: z.string() })) })
        .parse(json)
        .memories.map(({ id }) => id);
    };
    expect(await ids('holdsSince=2199-03-01&holdsUntil=2199-03-20')).toEqual([given.id, read.id]);
    expect(await ids('holdsSince=2199-03-20')).toEqual([given.id]);
    expect(await ids('holdsSince=2199-03-01&holdsUntil=2199-03-02')).toEqual([]);
    const moved = await app.ask('PUT', `/api/memory/${given.id}`, { holdsUntil: '2199-03-10' });
    expect(moved.json).toMatchObject({ holdsFrom: march.holdsFrom, holdsUntil: '2199-03-10T00:00:00.000Z' });
    expect(await app.ask('PUT', `/api/memory/${given.id}`, { holdsUntil: '2199-03-06' })).toMatchObject({
      status: 400,
      json: { code: 'invalid_input', detail: expect.stringContaining('after holdsFrom') },
    });
  });

  it('lists what came from a session, of whatever project it is', async () => {
    const said = { role: 'user', content: 'Remember that the harbour closes at 7' };
    const { json } = await app.ask('POST', '/api/memory/extract', { messages: [said], project: 'harbour' });
    const { sessionId } = z.object({ sessionId: z.string() }).parse(json);
    const came = async (query: string) => {
      const { json: page } = await app.ask('GET', `/api/memory?sessionId=${sessionId}${query}`);
      return z.object({ memories: z.array(z.unknown()) }).parse(page).memories;
    };
    await app.memory.jobs.drain();
    expect(await came('')).toMatchObject([{ content: 'the harbour closes at 7' }]);
    expect(await came('&project=taskforge')).toEqual([]);
  });

  it('keeps the name of the project, whose id cannot have it', async () => {
    const { namespace } = await app.save('the exchange opens at 9', { project: '%' });
    const id = namespace.split('/')[2];
    const { json } = await app.ask('GET', '/api/projects');
    expect(json).toMatchObject({
      projects: expect.arrayContaining([expect.objectContaining({ id, name: '%' })]),
    });
    expect(await app.ask('GET', '/api/project/%25')).toMatchObject({ status: 200, json: { id, name: '%' } });
  });

  it('records in the history who stored it and why', async () => {
    const { id } = await app.save('the intranet runs on nginx', { reason: 'told at the daily' });
    const silent = await app.save('the extranet runs on caddy');
    expect(await eventsOf(id)).toMatchObject([
      {
        action: 'added',
        reason: 'told at the daily',
        actor: { kind: 'user', id: null },
        before: null,
        after: { content: 'the intranet runs on nginx', memoryType: 'semantic' },
      },
    ]);
    expect(await eventsOf(silent.id)).toMatchObject([{ reason: 'by the user over HTTP' }]);
  });

  it('replaces secrets in the text, the title, the tags and the metadata', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
    const answer = await app.ask('POST', '/api/memory/save', {
      content: `the deploy token ${secret} is rotated monthly`,
      title: `token ${secret}`,
      tags: [secret],
      metadata: { note: secret, nested: { password: 'hunter2-but-longer' } },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).not.toContain(secret);
    expect(answer.body).not.toContain('hunter2');
    expect(answer.body).toContain('[redacted:');
  });

  it('never shows a vector or a hash', async () => {
    await app.save('vectors stay in the store');
    const { body } = await app.ask('GET', '/api/memory');
    expect(body).not.toMatch(/"(vector|embedding|contentHash|content_hash)"/);
  });

  it('files a statement in the given namespace, and refuses one that does not exist', async () => {
    const placed = await app.save('tabs over spaces', { namespace: 'devai/user/preferences' });
    expect(placed.namespace).toBe('devai/user/preferences');
    const refused = await app.ask('POST', '/api/memory/save', { content: 'x', namespace: 'elsewhere/a' });
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_input' } });
  });

  it.each([
    ['a blank project', { project: ' ' }, 'project: '],
    ['the namespace of another project', { namespace: 'devai/project/other/ports' }, 'namespace: '],
    ['another namespace than the project', { project: 'a', namespace: 'devai/project/b/c' }, 'namespace: '],
  ])('refuses %s', async (_, place, problem) => {
    const content = `a place that is none: ${problem}`;
    const refused = await app.ask('POST', '/api/memory/save', { content, ...place });
    expect(refused).toMatchObject({
      status: 400,
      json: { code: 'invalid_input', detail: expect.stringContaining(problem) },
    });
    const { body } = await app.ask('GET', '/api/memory?allProjects=true');
    expect(body).not.toContain(content);
    expect((await app.ask('GET', '/api/memory?project=%20')).status).toBe(400);
    expect((await app.ask('GET', '/api/project/%20/memories')).status).toBe(400);
  });

  it("does not move a project's memory to another project", async () => {
    const { id, namespace } = await app.save('the port of the staging server is 4100', {
      project: 'taskforge',
    });
    const move = (project: string, to: string) =>
      app.ask('PUT', `/api/memory/${id}${project}`, { namespace: to });
    expect(await move('?project=taskforge', 'devai/project/other/ports')).toMatchObject({
      status: 400,
      json: { code: 'invalid_input', detail: expect.stringContaining("another project's") },
    });
    expect((await app.ask('GET', `/api/memory/${id}`)).json).toMatchObject({ namespace });
    expect((await move('?project=taskforge', 'devai/project/taskforge/ports')).status).toBe(200);
    expect((await move('', 'devai/project/other/ports')).status).toBe(200);
  });

  it('files a statement by who it is about', async () => {
    expect((await app.save('the lamp is green', { about: 'user' })).namespace).toBe('devai/user/profile');
    expect((await app.save('I am in Berlin', { about: 'project' })).namespace).toBe(
      'devai/project/taskforge/general',
    );
    const refused = await app.ask('POST', '/api/memory/save', { content: 'x', about: 'agent' });
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_input' } });
  });
});

describe('listing', () => {
  beforeEach(async () => {
    for (const { id } of (await list('?allProjects=true&includeInvalid=true&limit=200')).memories) {
      await app.ask('DELETE', `/api/memory/${id}`);
    }
  });

  it('gives every memory once, newest first, page by page', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `fact number ${index}`);
    for (const name of names) await app.save(name);
    const read: string[] = [];
    let next: string | null = null;
    do {
      const answer: z.infer<typeof page> = await list(`?limit=3${next === null ? '' : `&after=${next}`}`);
      expect(answer.memories.length).toBeLessThanOrEqual(3);
      read.push(...answer.memories.map(({ content }) => content));
      next = answer.next;
    } while (next !== null);
    expect(read).toEqual(names.toReversed());
  });

  it('filters by type, category, tag, importance and time, each given once or more often', async () => {
    await app.save('how to release', { memoryType: 'procedural', tags: ['release'], importance: 4 });
    await app.save('what failed', { memoryType: 'episodic', category: 'decision', tags: ['incident', 'db'] });
    await app.save('what is', { category: 'architecture' });
    expect(await contents('?type=procedural')).toEqual(['how to release']);
    expect((await contents('?type=procedural&type=episodic')).toSorted()).toEqual([
      'how to release',
      'what failed',
    ]);
    expect(await contents('?category=decision')).toEqual(['what failed']);
    expect(await contents('?tag=db&tag=release')).toHaveLength(2);
    expect(await contents('?minImportance=5&tag=release')).toEqual([]);
    expect(await contents('?priority=low')).toEqual([]);
    expect(await contents('?maxImportance=4&trust=user&pinned=false')).toEqual(['how to release']);
    expect(await contents('?trust=tool&trust=agent')).toEqual([]);
    expect(await contents('?pinned=true')).toEqual([]);
    expect(await contents('?since=2000-01-01')).toHaveLength(3);
    expect(await contents('?since=2%20days%20ago')).toHaveLength(3);
    expect(await contents('?until=yesterday')).toEqual([]);
    expect(await contents('?until=2000-01-01T00:00:00%2B02:00')).toEqual([]);
  });

  it('shows invalid memories only on request', async () => {
    const { id } = await app.save('the office is in Bonn');
    await app.memory.memories.invalidate(id, 'moved');
    expect(await contents('')).toEqual([]);
    expect(await contents('?includeInvalid=true')).toEqual(['the office is in Bonn']);
  });

  it("reads the server's own project, a named one, or all", async () => {
    await app.save('own');
    await app.save('foreign', { project: 'payroll' });
    await app.save('for all', { project: '' });
    expect((await contents('')).toSorted()).toEqual(['for all', 'own']);
    expect((await contents('?project=payroll')).toSorted()).toEqual(['for all', 'foreign']);
    expect(await contents('?project=')).toEqual(['for all']);
    expect(await contents('?allProjects=true')).toHaveLength(3);
    const named = page.parse((await app.ask('GET', '/api/project/Payroll/memories?limit=5')).json);
    expect(named.memories.map(({ content }) => content).toSorted()).toEqual(['for all', 'foreign']);
  });

  it('says so when the memory to continue after no longer exists', async () => {
    expect(await app.ask('GET', `/api/memory?after=${randomUUID()}`)).toMatchObject({
      status: 404,
      json: { code: 'not_found' },
    });
  });
});

describe('one memory', () => {
  const url = (id: string, more = '') => `/api/memory/${id}${more}`;

  it('is shown, and changed only in the given fields', async () => {
    const before = await app.save('the API listens on 8080', { title: 'Port', tags: ['api'] });
    expect(shownMemory.parse((await app.ask('GET', url(before.id))).json)).toEqual(before);
    const changed = await app.ask('PUT', url(before.id), {
      content: 'the API listens on 8081',
      pinned: true,
      reason: 'it moved',
    });
    expect(changed.status).toBe(200);
    expect(changed.json).toMatchObject({
      content: 'the API listens on 8081',
      pinned: true,
      title: 'Port',
      tags: ['api'],
    });
    expect(await eventsOf(before.id)).toMatchObject([
      { action: 'added' },
      {
        action: 'updated',
        reason: 'it moved',
        before: { content: 'the API listens on 8080' },
        after: { content: 'the API listens on 8081' },
      },
    ]);
    const found = await app.ask('GET', '/api/memory/search?q=API%20listens%208081');
    expect(found.body).toContain('8081');
  });

  it('is not overwritten by a client that read an older state', async () => {
    const read = await app.save('two people edit this');
    const first = await app.ask('PUT', url(read.id), { importance: 8, updatedAt: read.updatedAt });
    expect(first.status).toBe(200);
    const second = await app.ask('PUT', url(read.id), { importance: 2, updatedAt: read.updatedAt });
    expect(second).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect((await app.ask('GET', url(read.id))).json).toMatchObject({ importance: 8 });
  });

  it('is redacted in changed titles and metadata', async () => {
    const { id } = await app.save('the mirror is at example.org');
    const changed = await app.ask('PUT', url(id), {
      title: 'see https://bot:s3cretpass99@mirror.example.org',
      metadata: { token: 'abcdef0123456789abcdef' },
    });
    expect(changed.status).toBe(200);
    expect(changed.body).not.toMatch(/s3cretpass99|abcdef0123456789/);
  });

  it('loses title and expiry when they are set to null', async () => {
    const { id } = await app.save('short-lived', { title: 'Title' });
    await app.ask('PUT', url(id), { expiresAt: '2999-01-01T00:00:00Z' });
    const changed = await app.ask('PUT', url(id), { title: null, expiresAt: null });
    expect(changed.json).toMatchObject({ title: null, expiresAt: null });
  });

  it('is filed under another type and category, and every such change can be undone', async () => {
    const { id } = await app.save('we deploy on Fridays', { category: 'plan' });
    const change = { memoryType: 'procedural', category: 'decision', expiresAt: '2999-01-01T00:00:00Z' };
    expect((await app.ask('PUT', url(id), change)).json).toMatchObject({
      ...change,
      expiresAt: '2999-01-01T00:00:00.000Z',
    });
    await app.ask('PUT', url(id), { content: 'we deploy on Mondays', priority: 'low' });
    const events = await eventsOf(id);
    expect(events.map(({ action }) => action)).toEqual(['added', 'updated', 'updated']);
    expect(await app.ask('POST', url(id, '/undo'))).toMatchObject({
      status: 200,
      json: { content: 'we deploy on Fridays', priority: 'highest', category: 'decision' },
    });
    const { id: event } = z.looseObject({ id: z.int() }).parse(events[1]);
    expect(await app.ask('POST', url(id, '/undo'), { event, reason: 'a slip' })).toMatchObject({
      json: { memoryType: 'semantic', category: 'plan', expiresAt: null, content: 'we deploy on Fridays' },
    });
    expect((await eventsOf(id)).at(-1)).toMatchObject({ action: 'updated', reason: 'a slip' });
  });

  it.each([
    [{ category: 'No category' }, 'body.category'],
    [{ memoryType: 'lost' }, 'body.memoryType'],
    [{ expiresAt: 'soon' }, 'body.expiresAt'],
    [{ holdsFrom: 'soon' }, 'body.holdsFrom'],
  ])('refuses %j and names the field', async (change, path) => {
    const { id } = await app.save('a fact that stays as it is');
    const refused = await app.ask('PUT', url(id), change);
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_input', fields: [{ path }] } });
  });

  it('cannot undo a change whose field has changed since, or that is not in its history', async () => {
    const { id } = await app.save('the office has two floors');
    await app.ask('PUT', url(id), { importance: 4 });
    await app.ask('PUT', url(id), { importance: 5 });
    const { id: event } = z.looseObject({ id: z.int() }).parse((await eventsOf(id))[1]);
    expect(await app.ask('POST', url(id, '/undo'), { event })).toMatchObject({
      status: 409,
      json: { code: 'conflict' },
    });
    expect(await app.ask('POST', url(id, '/undo'), { event: 999_999 })).toMatchObject({ status: 404 });
  });

  it('is really erased when it is forgotten, and forgetting it again changes nothing', async () => {
    const { id } = await app.save('my locker combination is the xylophone tune');
    expect(await app.ask('DELETE', url(id))).toMatchObject({ status: 200, json: { forgotten: true } });
    expect(await app.ask('DELETE', url(id))).toMatchObject({ status: 200, json: { forgotten: false } });
    expect((await app.ask('GET', url(id))).status).toBe(404);
    const events = await app.ask('GET', url(id, '/history'));
    expect(events.json).toMatchObject({ events: [{ action: 'forgotten', before: null, after: null }] });
    for (const read of ['/api/memory?allProjects=true&includeInvalid=true&limit=200', '/api/memory/export']) {
      expect((await app.ask('GET', read)).body).not.toContain('xylophone');
    }
  });

  it('is not found by a project that may not read it, and stays', async () => {
    const { id } = await app.save('the vault of this project is red', { about: 'project' });
    const elsewhere = `${url(id)}?project=other`;
    expect(await app.ask('DELETE', elsewhere)).toMatchObject({ status: 404, json: { code: 'not_found' } });
    const own = `${url(id)}?project=taskforge`;
    expect(await app.ask('DELETE', own)).toMatchObject({ status: 200, json: { forgotten: true } });
    expect(await app.ask('DELETE', own)).toMatchObject({ status: 200, json: { forgotten: false } });
  });

  it('is restored, with a reason or without a body', async () => {
    const { id } = await app.save('the wiki is read-only');
    await app.memory.memories.invalidate(id, 'a mistake');
    const restored = await app.ask('POST', url(id, '/restore'), { reason: 'it still is' });
    expect(restored).toMatchObject({ status: 200, json: { isValid: true, invalidatedAt: null } });
    expect(await app.ask('POST', url(id, '/restore'))).toMatchObject({
      status: 200,
      json: { isValid: true },
    });
    expect(await eventsOf(id)).toMatchObject([
      { action: 'added' },
      { action: 'invalidated' },
      { action: 'restored', reason: 'it still is' },
    ]);
  });

  it.each(['GET', 'PUT'] as const)('is not found by %s when it does not exist', async (method) => {
    const answer = await app.ask(method, url(randomUUID()), method === 'PUT' ? { pinned: true } : undefined);
    expect(answer).toMatchObject({ status: 404, json: { code: 'not_found' } });
  });

  it.each(['/restore', '/history'])('is not found at %s when it does not exist', async (place) => {
    const answer = await app.ask(place === '/restore' ? 'POST' : 'GET', url(randomUUID(), place));
    expect(answer).toMatchObject({ status: 404, json: { code: 'not_found' } });
  });
});

const actions = z.object({ results: z.object({ action: z.string() }).array() });
const saved = z.object({ memory: shownMemory });

const page = z.object({ memories: z.array(shownMemory), next: z.string().nullable() });

const history = z.object({ events: z.array(z.looseObject({ action: z.string() })) });

const list = async (query = '') => page.parse((await app.ask('GET', `/api/memory${query}`)).json);

const contents = async (query: string) => (await list(query)).memories.map(({ content }) => content);

const eventsOf = async (id: string) =>
  history.parse((await app.ask('GET', `/api/memory/${id}/history`)).json).events;
