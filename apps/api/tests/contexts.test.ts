import { randomBytes } from 'node:crypto';
import { startScriptedModelServer, type ScriptedModelServer } from '@devai/memory/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import {
  contextDiff,
  contextList,
  previewedContext,
  replayReport,
  sessionChoices,
  shownContext,
} from '../src/protocol/context.ts';
import { connectClient, type ChatClient } from './chat-client.ts';
import { makeLocalHost, startLocalServer, type LocalHost, type LocalServer } from './local-server.ts';

const statement = 'the staging database listens on 6543';
const question = 'On which port does the staging database listen?';

let host: LocalHost;
let model: ScriptedModelServer;
let server: LocalServer;
let client: ChatClient;
let base: string;
/** The requests that the model got for replies, as it got them. */
const asked: { role: string; content: string }[][] = [];

beforeAll(async () => {
  host = await makeLocalHost();
  model = await startScriptedModelServer();
  model.replyWith(({ body }) => {
    const request = z
      .object({ messages: z.array(z.looseObject({ role: z.string(), content: z.string() })) })
      .parse(body);
    if (JSON.stringify(body).includes('"tools"')) asked.push(request.messages);
    return 'It listens on 6543.';
  });
  const environment = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: model.baseURL };
  server = await startLocalServer(host, { background: false, environment });
  base = server.url.replace(/^ws/, 'http').replace(/\/ws\/chat$/, '');
  client = await connectClient(server.url);
  await client.say(`remember this: ${statement}`);
}, 60_000);
afterAll(async () => {
  await client.close();
  await server.stop();
  await model.close();
  await host.remove();
});

const session = () => client.session.session;
async function ask<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  { method = 'GET', body }: { method?: string; body?: object } = {},
): Promise<z.output<Schema>> {
  const answer = await fetch(`${base}/api/memory/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  expect(answer.status).toBe(200);
  return schema.parse(await answer.json());
}

/** Says something, and returns what the client was told of the request. */
async function assembled(text: string) {
  const { frames } = await client.say(text);
  const frame = frames.find(({ type }) => type === 'context_assembled');
  if (frame?.type !== 'context_assembled') throw new Error('no context');
  return frame;
}

describe('the context of a turn', () => {
  it('is shown afterwards as the model got it, with its sections, and is the same when it is replayed', async () => {
    const { id, hash, tokens, turn } = await assembled(question);
    const sent = asked.at(-1);
    const shown = await ask(shownContext, `debug/${id}`);
    expect(shown.messages.map(({ role, content }) => ({ role, content }))).toEqual(
      sent?.map(({ role, content }) => ({ role, content })),
    );
    expect(shown).toMatchObject({ hash, tokens, turn, end: 'reply', missing: [], schema: 1 });
    expect(shown.usage?.inputTokens).toBeGreaterThan(0);
    const types = shown.sections.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['tools', 'agent', 'memories', 'history', 'user_message']));
    const memories = shown.sections.find(({ type }) => type === 'memories');
    expect(memories?.candidates).toContainEqual(
      expect.objectContaining({
        kind: 'memory',
        included: true,
        reason: expect.stringMatching(/^injected: similarity/),
      }),
    );
    const replayed = await ask(replayReport, `replay/${id}`, { method: 'POST' });
    expect(replayed).toEqual({ id, same: true, hash, replayedHash: hash, differences: [], drift: null });
  });

  it('is listed with the others of its session, newest first, page by page', async () => {
    const { id } = await assembled('And the production database?');
    const { contexts } = await ask(contextList, `contexts?session=${session()}`);
    expect(contexts[0]?.id).toBe(id);
    const first = await ask(contextList, `contexts?session=${session()}&limit=1`);
    expect(first.next).not.toBeNull();
    const second = await ask(
      contextList,
      `contexts?session=${session()}&limit=1&before=${first.next?.toISOString()}`,
    );
    expect(second.contexts[0]?.id).toBe(contexts[1]?.id);
    expect((await ask(contextList, 'contexts?project=other')).contexts).toEqual([]);
  });

  it('can be compared with that of another turn', async () => {
    const one = await assembled(question);
    const two = await assembled('Was ist die Hauptstadt der Mongolei?');
    const { sections } = await ask(contextDiff, `diff?before=${one.id}&after=${two.id}`);
    expect(sections.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['memories', 'history', 'user_message']),
    );
    expect(sections.find(({ type }) => type === 'memories')?.items).toContainEqual(
      expect.objectContaining({
        change: 'gone',
        text: statement,
        before: expect.objectContaining({ included: true }),
      }),
    );
  });

  it('is replayed with a search that says what it finds otherwise today', async () => {
    const { id } = await assembled(question);
    const content = 'the staging database listens on the host db-7';
    await fetch(`${base}/api/memory/save`, {
      method: 'POST',
      body: JSON.stringify({ content }),
      headers: { 'content-type': 'application/json' },
    });
    const { drift } = await ask(replayReport, `replay/${id}?retrieve=true`, { method: 'POST' });
    expect(drift).toContainEqual(
      expect.objectContaining({
        text: content,
        before: null,
        after: expect.objectContaining({ included: true }),
      }),
    );
  });

  it('can be previewed, and is then sent as previewed', async () => {
    const preview = await ask(previewedContext, `sessions/${session()}/context`, {
      method: 'POST',
      body: { text: question },
    });
    const { hash } = await assembled(question);
    expect(preview.hash).toBe(hash);
    expect(preview.messages.at(-1)).toEqual({ role: 'user', content: question });
  });

  it('cannot be previewed with a budget too small for the system prompt; the error has the figures', async () => {
    const answer = await fetch(`${base}/api/memory/sessions/${session()}/context`, {
      method: 'POST',
      body: JSON.stringify({ text: question, budgetTokens: 100 }),
      headers: { 'content-type': 'application/json' },
    });
    expect(await answer.json()).toMatchObject({
      code: 'context_too_long',
      detail: expect.stringMatching(/room for 100 tokens.*tools \d+/),
    });
  });

  it('is not found under an unknown id, or from another project', async () => {
    const unknown = await fetch(`${base}/api/memory/debug/00000000-0000-4000-8000-000000000000`);
    expect(unknown.status).toBe(404);
    const { id } = await assembled('hello');
    expect((await fetch(`${base}/api/memory/debug/${id}?project=other`)).status).toBe(404);
    expect((await fetch(`${base}/api/memory/debug/${id}?project=taskforge`)).status).toBe(200);
  });

  it('carries the trace of the connection', async () => {
    const traceId = randomBytes(16).toString('hex');
    const socket = new WebSocket(server.url, {
      headers: { traceparent: `00-${traceId}-${'1'.repeat(16)}-01` },
    });
    const ended = Promise.withResolvers<void>();
    socket.on('message', (data) => {
      const frame = z
        .looseObject({ type: z.string(), end: z.string().optional() })
        .parse(JSON.parse(String(data)));
      if (frame.type === 'session') socket.send(JSON.stringify({ type: 'message', content: 'hello' }));
      if (frame.end !== undefined) ended.resolve();
    });
    socket.on('open', () => socket.send(JSON.stringify({ type: 'hello' })));
    await ended.promise;
    socket.close();
    const { contexts } = await ask(contextList, 'contexts');
    expect(contexts[0]?.traceId).toBe(traceId);
  });
});

describe('what the user chooses for a session', () => {
  it('is in or out of its prompts from the next message on', async () => {
    const path = `sessions/${session()}/memories`;
    const found = await ask(
      z.object({ hits: z.array(z.object({ memory: z.object({ id: z.string() }) })) }),
      'search?q=staging',
    );
    const id = found.hits[0]?.memory.id ?? '';
    expect(await ask(sessionChoices, path, { method: 'POST', body: { pinned: [id] } })).toMatchObject({
      pinned: [id],
    });
    await assembled('Tell me a joke.');
    expect(
      asked
        .at(-1)
        ?.map(({ content }) => content)
        .join('\n'),
    ).toMatch(/## Pinned Memories[^\n]*\n- .*6543/);
    await ask(sessionChoices, path, { method: 'POST', body: { excluded: [id], hidden: [1, 2] } });
    await assembled(question);
    const system = asked.at(-1)?.filter(({ role }) => role === 'system');
    expect(JSON.stringify(system)).not.toContain('6543');
    expect(JSON.stringify(asked.at(-1))).not.toContain('remember this');
    const none = { pinned: [], excluded: [], hidden: [], shares: {} };
    const back = await ask(sessionChoices, `${path}?excluded=${id}&hidden=1&hidden=2`, { method: 'DELETE' });
    expect(back).toEqual(none);
    expect(await ask(sessionChoices, path)).toEqual(none);
  });
});

it('is kept when the server stops right after it was sent', async () => {
  const { id } = await assembled(question);
  await client.close();
  await server.stop();
  server = await startLocalServer(host, { background: false });
  base = server.url.replace(/^ws/, 'http').replace(/\/ws\/chat$/, '');
  client = await connectClient(server.url);
  expect(await ask(replayReport, `replay/${id}`, { method: 'POST' })).toMatchObject({ same: true });
});
