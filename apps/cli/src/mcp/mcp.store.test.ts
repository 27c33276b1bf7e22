import { serveChat } from '@devai/api/testing/serve-chat';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CallToolResultSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

const token = 'the token of the operator';
const world = serveChat('file', {
  background: false,
  environment: {
    DEVAI_USERS: 'many',
    DEVAI_API_TOKEN: token,
    MEMORY_CATEGORIES: '{"incident":"what broke, when, and what mended it"}',
  },
});
const variables = () => ({ DEVAI_URL: world.address, DEVAI_API_TOKEN: token, NO_COLOR: '1' });

/** Serves over HTTP until the test ends, and returns the address. */
async function serve(...words: string[]): Promise<string> {
  const ending = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let told = '';
  const run = runCommand(['mcp', '--http', '0', ...words], {
    variables: variables(),
    signal: ending.signal,
    onErrors(text) {
      told += text;
      const [, url] = /MCP at (\S+)/.exec(told) ?? [];
      if (url) resolve(url);
    },
  });
  run.then(({ errors }) => reject(new Error(errors)), reject);
  onTestFinished(async () => {
    ending.abort();
    await run;
  });
  return promise;
}

const transportTo = (url: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });

async function connect(url: string): Promise<Client> {
  const client = new Client({ name: 'tester', version: '1' });
  await client.connect(transportTo(url));
  onTestFinished(() => client.close());
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, structuredContent, isError } = CallToolResultSchema.parse(
    await client.callTool({ name, arguments: args }),
  );
  const [first] = content;
  return { text: first?.type === 'text' ? first.text : '', output: Object(structuredContent), isError };
}

test('a memory is kept, recalled, found, explained and forgotten, which asks first', async () => {
  const client = await connect(await serve('--user', 'ann', '--project', 'shop'));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['context', 'recall', 'search', 'why', 'remember', 'forget']);
  expect(tools.find(({ name }) => name === 'forget')?.annotations).toMatchObject({ destructiveHint: true });
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)).toEqual([
    ...['context', 'search', 'why'],
  ]);
  const content = 'The staging database listens on port 6543';
  const kept = await call(client, 'remember', { content, about: 'project', tags: ['db'] });
  expect(kept.output).toMatchObject({ action: 'added', memory: { content, trust: 'agent', tags: ['db'] } });
  const { id } = kept.output.memory;
  expect((await call(client, 'remember', { content, about: 'project' })).output.action).toBe('known');

  const recalled = await call(client, 'recall', {
    question: 'On which port does the staging database listen?',
  });
  expect(recalled.text).toContain('6543');
  expect(recalled.output.memories).toMatchObject([{ id, reason: expect.any(String) }]);
  expect((await call(client, 'search', { query: 'staging database' })).output.memories).toMatchObject([
    { id },
  ]);
  expect((await call(client, 'search', { tag: 'db' })).output.memories).toMatchObject([{ id, score: null }]);
  expect((await call(client, 'search', { tag: 'other' })).text).toBe('nothing found');

  const why = await call(client, 'why', { line: `- ${content}`, question: 'port of the staging database?' });
  expect(why.output).toMatchObject({
    memory: { id },
    changes: expect.arrayContaining([expect.objectContaining({ action: 'added' })]),
    verdict: { verdict: 'injected' },
  });
  const asked = await call(client, 'forget', { ids: [id] });
  expect(asked.text).toContain(content);
  expect(asked.output).toMatchObject({ erased: false, memories: [{ id }], memoryIds: [] });
  const wrong = await call(client, 'forget', { ids: [id], confirm: 'made-up' });
  expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('error (not_confirmed)') });
  expect((await call(client, 'why', { id })).output.memory.content).toBe(content);
  const done = await call(client, 'forget', { ids: [id], confirm: asked.output.confirm });
  expect(done.output).toMatchObject({ erased: true, confirm: null, memoryIds: [id] });
  expect(await call(client, 'why', { id })).toMatchObject({
    isError: true,
    text: expect.stringContaining('error (not_found)'),
  });
});

test('one user and one project see nothing of another, by no tool and no resource', async () => {
  const shop = await connect(await serve('--user', 'bob', '--project', 'shop'));
  const about = await call(shop, 'remember', { content: 'The user is allergic to peanuts', about: 'user' });
  const plan = await call(shop, 'remember', {
    content: 'Releases of the shop are on Fridays',
    about: 'project',
  });
  const alice = await connect(await serve('--user', 'alice', '--project', 'shop'));
  const other = await connect(await serve('--user', 'bob', '--project', 'other'));
  for (const [client, { id, content }] of [
    [alice, about.output.memory],
    [other, plan.output.memory],
  ] as const) {
    expect((await call(client, 'recall', { question: content })).text).not.toContain(content);
    expect((await call(client, 'search', { query: content })).text).not.toContain(content);
    expect((await call(client, 'context')).text).not.toContain(content);
    for (const [name, args] of [
      ['why', { id }],
      ['forget', { ids: [id] }],
    ] as const) {
      expect((await call(client, name, args)).text).toContain('error (not_found)');
    }
    await expect(client.readResource({ uri: `devai://memory/${id}` })).rejects.toThrow('not_found');
    expect(JSON.stringify(await client.listResources())).not.toContain(id);
  }
  expect((await call(other, 'context')).text).toContain('peanuts');
});

test('a category that the server declares is told, kept and searched by', async () => {
  const client = await connect(await serve('--user', 'cat', '--project', 'till'));
  const told = await call(client, 'context');
  expect(told.text).toContain('incident: what broke, when, and what mended it');
  expect(told.output.categories).toEqual({ incident: 'what broke, when, and what mended it' });
  const content = 'The till broke on Monday';
  const kept = await call(client, 'remember', { content, about: 'project', category: 'incident' });
  expect(kept.output).toMatchObject({ action: 'added', memory: { category: 'incident' } });
  for (const args of [{ category: 'incident' }, { category: 'incident', query: 'till' }]) {
    expect((await call(client, 'search', args)).output.memories).toMatchObject([{ content }]);
  }
  expect((await call(client, 'search', { category: 'plan' })).output.memories).toEqual([]);
  for (const name of ['remember', 'search']) {
    const args = { ...(name === 'remember' && { content }), category: 'breakdown' };
    expect((await call(client, name, args)).text).toMatch(/there is no breakdown; there are .*, incident\./);
  }
});

test('wrong calls are results that say what to do', async () => {
  const client = await connect(await serve('--user', 'ann', '--project', 'shop'));
  for (const [name, args, text] of [
    ['erase_all', {}, 'error (unknown_tool)'],
    ['remember', { content: 5 }, 'error (invalid_input): content'],
    ['remember', { content: 'x', importance: 10 }, 'error (invalid_input)'],
    ['remember', { content: 'x'.repeat(2_001) }, 'error (invalid_input): content'],
    ['remember', { content: 'My password is hunter2hunter2', about: 'user' }, 'secrets are not stored'],
    ['why', {}, 'by its id or by a line'],
    ['forget', { ids: ['1'] }, 'search shows the id'],
    ['recall', { question: 'x'.repeat(20_001) }, 'error (invalid_input): question'],
  ] as const) {
    const answer = await call(client, name, args);
    expect(answer.text).toContain(text);
  }
  await expect(client.readResource({ uri: 'devai://nothing' })).rejects.toThrow();
});

test('resources are listed and read, and their changes are told to who subscribed', async () => {
  const url = await serve('--user', 'carl', '--project', 'shop');
  const [client, other] = [await connect(url), await connect(url)];
  const told = vi.fn<(what: string) => void>();
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => told('list'));
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => told(params.uri));
  await client.subscribeResource({ uri: 'devai://standing' });
  const kept = await call(other, 'remember', { content: 'The user prefers short answers', about: 'user' });
  await vi.waitFor(() => expect(told.mock.calls.flat()).toEqual(['list', 'devai://standing']), 5_000);
  const uri = `devai://memory/${kept.output.memory.id}`;
  expect((await client.listResources()).resources.map((one) => one.uri)).toContain(uri);
  expect(JSON.stringify(await client.readResource({ uri }))).toContain('short answers');
  expect(JSON.stringify(await client.readResource({ uri: 'devai://standing' }))).toContain('short answers');
  expect(JSON.stringify(await client.readResource({ uri: 'devai://memories' }))).toContain('short answers');
  expect((await client.readResource({ uri: 'devai://focus' })).contents).toHaveLength(1);
  const completed = await client.complete({
    ref: { type: 'ref/resource', uri: 'devai://memory/{id}' },
    argument: { name: 'id', value: kept.output.memory.id.slice(0, 8) },
  });
  expect(completed.completion.values).toEqual([kept.output.memory.id]);
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toContain('remember-this-conversation');
  const about = await client.getPrompt({ name: 'what-do-you-know-about-me' });
  expect(JSON.stringify(about.messages)).toContain('short answers');
  for (const { name } of prompts.filter(({ arguments: given }) => !given)) await client.getPrompt({ name });
  expect(
    JSON.stringify(await client.getPrompt({ name: 'recall', arguments: { question: 'How long?' } })),
  ).toContain('How long?');
});

test('over HTTP a token, a known host and a known origin are needed', async () => {
  const url = await serve('--user', 'ann');
  await expect(new Client({ name: 'tester', version: '1' }).connect(transportTo(url, {}))).rejects.toThrow(
    'unauthorized',
  );
  const post = (headers: Record<string, string>, body = '{}', to = url) =>
    fetch(to, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body,
    });
  const authorization = `Bearer ${token}`;
  expect((await post({ authorization: 'Bearer wrong' })).status).toBe(401);
  expect((await post({ authorization, origin: 'https://evil.example' })).status).toBe(403);
  expect((await post({ authorization, 'mcp-session-id': 'unknown' })).status).toBe(404);
  expect((await post({ authorization }, '{}', url.replace('/mcp', '/'))).status).toBe(404);
  expect((await post({ authorization }, 'rubbish')).status).toBe(400);
  expect((await post({ authorization }, `"${'x'.repeat(5_000_000)}"`)).status).toBe(413);
  const { exit, errors } = await runCommand(['mcp', '--http', '0', '--host', '0.0.0.0'], {
    variables: { DEVAI_URL: world.address },
  });
  expect({ exit, errors }).toMatchObject({
    exit: 2,
    errors: expect.stringContaining('clients need a token'),
  });
});

const hook = (event: object, ...words: string[]) =>
  runCommand(['mcp', 'hook', '--user', 'dora', '--project', 'shop', ...words], {
    variables: variables(),
    input: JSON.stringify(event),
  });

test('hooks of Claude Code recall before a prompt, and extract what the user said, without tools', async () => {
  const client = await connect(await serve('--user', 'dora', '--project', 'shop'));
  await call(client, 'remember', { content: 'The user prefers tabs', about: 'user' });
  await call(client, 'remember', { content: 'The staging database listens on port 6543', about: 'project' });
  const start = await hook({ hook_event_name: 'SessionStart', source: 'startup' });
  expect(JSON.parse(start.output)).toMatchObject({
    hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: expect.stringContaining('tabs') },
  });
  const prompt = await hook({
    hook_event_name: 'UserPromptSubmit',
    prompt: 'On which port is the staging database?',
  });
  expect(prompt.output).toContain('6543');
  expect(prompt.output).not.toContain('tabs');
  expect((await hook({ hook_event_name: 'UserPromptSubmit', prompt: 'zzz' })).output).toBe('');

  const session = '7b0c6ad2-39ab-4a7e-9d7e-0c1b6d1f2a33';
  const path = join(world.host.path, 'transcript.jsonl');
  const lines = [
    { type: 'summary', summary: 'x' },
    { type: 'user', isMeta: true, message: { role: 'user', content: 'not the user' } },
    {
      type: 'user',
      timestamp: '2026-11-01T10:00:00.000Z',
      message: { role: 'user', content: 'I live in Lisbon' },
    },
    {
      type: 'assistant',
      message: {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Noted' },
          { type: 'tool_use', id: 'a', name: 'recall', input: {} },
        ],
      },
    },
    {
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'a', content: 'a secret of a tool' }],
      },
    },
  ];
  await writeFile(path, ['rubbish', ...lines.map((line) => JSON.stringify(line))].join('\n'));
  const end = { hook_event_name: 'SessionEnd', session_id: session, transcript_path: path };
  expect(await hook(end)).toMatchObject({ exit: 0, output: '' });
  expect(await hook(end)).toMatchObject({ exit: 0 });
  const listed = await runCommand(
    ['memory', 'search', 'Lisbon', '--messages', '--json', '--user', 'dora', '--project', 'shop'],
    {
      variables: variables(),
    },
  );
  expect(listed.output.match(/I live in Lisbon/g)).toHaveLength(1);
  expect(listed.output).not.toMatch(/secret of a tool|not the user/);
});

test('a hook that fails does not keep the prompt back', async () => {
  for (const input of [{}, { hook_event_name: 'Other' }]) {
    expect(await hook(input)).toMatchObject({
      exit: 1,
      output: '',
      errors: expect.stringContaining('invalid_input'),
    });
  }
  const gone = {
    hook_event_name: 'SessionEnd',
    session_id: '7b0c6ad2-39ab-4a7e-9d7e-0c1b6d1f2a33',
    transcript_path: '/nowhere',
  };
  expect(await hook(gone)).toMatchObject({ exit: 1 });
});
