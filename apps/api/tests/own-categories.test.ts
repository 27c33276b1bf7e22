import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { allTools } from '../src/tools/all-tools.ts';
import { runTool } from '../src/tools/run-tool.ts';
import { createToolMemory } from '../src/tools/tool-memory.ts';
import { serveHttp } from './http-app.ts';
import { allow, toolContext } from './tool-context.ts';

const incident = 'what broke, when, and what mended it';
const app = serveHttp({ MEMORY_CATEGORIES: JSON.stringify({ incident }), DEVAI_USERS: 'many' });
const noBreakdown = {
  status: 400,
  json: {
    code: 'invalid_input',
    detail: expect.stringMatching(
      /there is no breakdown; there are decision, .*, incident\. .*MEMORY_CATEGORIES/,
    ),
  },
};

describe('a category that the operator declares', () => {
  it('is told, and taken by every route; others are refused by a problem that names it', async () => {
    expect((await app.ask('GET', '/api/health')).json).toMatchObject({ categories: { incident } });
    const { id, category } = await app.save('staging was down', { category: 'incident' });
    expect(category).toBe('incident');
    const listed = (query: string) => app.ask('GET', `/api/memory?${query}`);
    expect((await listed('category=incident')).json).toMatchObject({ memories: [{ id }] });
    expect((await listed('category=incident&category=plan')).json).toMatchObject({ memories: [{ id }] });
    const search = { text: 'staging', category: ['incident'] };
    expect((await app.ask('POST', '/api/memory/search', search)).json).toMatchObject({
      hits: [{ memory: { id } }],
    });
    const statement = { content: 'It broke', category: 'breakdown' };
    expect(await app.ask('POST', '/api/memory/save', statement)).toMatchObject(noBreakdown);
    expect(await app.ask('PUT', `/api/memory/${id}`, { category: 'breakdown' })).toMatchObject(noBreakdown);
    expect(await listed('category=breakdown')).toMatchObject(noBreakdown);
    expect(await app.ask('POST', '/api/memory/search', { ...search, category: 'breakdown' })).toMatchObject(
      noBreakdown,
    );
    expect(await app.ask('POST', '/api/memory/save', { ...statement, category: 'No!' })).toMatchObject({
      status: 400,
      json: { code: 'invalid_input', detail: expect.stringContaining('must be decision, plan') },
    });
  });

  it('is every user’s, and what one of them files there is theirs alone', async () => {
    const [ann, ben] = [app.memory.as('ann'), app.memory.as('ben')];
    await ann.remember({ content: 'I broke my arm', category: 'incident', about: 'user', project: null });
    const filter = { categories: ['incident'] };
    expect(await ann.memories.list({ project: null, filter })).toHaveLength(1);
    expect(await ben.memories.list({ project: null, filter })).toEqual([]);
    // nor does a filter say what another user has
    const bare = { categories: ['vanished'] };
    await expect(ben.memories.list({ filter: bare })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('is told to the agent with its line, which files by it, searches by it, and learns which there are', async () => {
    const tools = allTools(app.memory.categories);
    const parameters = JSON.stringify(tools.find(({ name }) => name === 'remember')?.schema);
    expect(parameters).toContain('"other","incident"]');
    expect(parameters).toContain(`incident: ${incident}`);
    const memory = createToolMemory(app.memory.as('carl'), 'shop', {
      ...{ name: 'chapo', reader: null, noteForgotten() {} },
    });
    const call = async (name: string, input: object) =>
      runTool(tools, { id: '1', name, arguments: JSON.stringify(input) }, toolContext({ memory }), allow);
    const stated = { content: 'The till broke on Monday', about: 'project', category: 'incident' };
    expect(await call('remember', stated)).toMatchObject({ ok: true });
    const asked = { query: 'till', filter: { category: 'incident' } };
    expect((await call('recall', asked)).content).toContain('The till broke on Monday');
    expect(await call('remember', { ...stated, category: 'breakdown' })).toMatchObject({
      ok: false,
      content: expect.stringContaining('incident'),
    });
    expect(await call('recall', { ...asked, filter: { category: 'breakdown' } })).toMatchObject({
      ok: false,
      content: expect.stringContaining('there are decision'),
    });
  });
});

it.each([
  ['nonsense', 'MEMORY_CATEGORIES: must be a JSON object'],
  ['["incident"]', 'MEMORY_CATEGORIES: '],
  ['{"plan":"x"}', 'MEMORY_CATEGORIES.plan: is a category of the library'],
  ['{"In":"x"}', 'MEMORY_CATEGORIES.In: the name must be lower-case words'],
])('a wrong declaration ends the start: %s', (given, problem) => {
  expect(() => readConfig({ MEMORY_CATEGORIES: given })).toThrow(problem);
});
