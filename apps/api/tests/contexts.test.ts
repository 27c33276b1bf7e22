import { randomBytes } from 'node:crypto';
import type { RecordedRequest } from '@devai/memory/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import {
  contextDiff,
  contextList,
  previewedContext,
  replayReport,
  sessionChoices,
  shownContext,
} from '@devai/fastify/protocol/context';
import type { ChatClient } from './chat-client.ts';
import { withModel } from './local-server.ts';
import { serveChat } from './serve-chat.ts';

const statement = 'the staging database listens on 6543';
const question = 'On which port does the staging database listen?';

/** The requests that the model got for replies, as it got them. */
const asked: { role: string; content: string }[][] = [];
const world = serveChat('file', ({ model }) => {
  model.replyWith(noteAsked);
  return { background: false, environment: withModel(model) };
});
let client: ChatClient;

beforeAll(async () => {
  client = await world.connect();
  await client.say(`remember this: ${statement}`);
}, 60_000);

describe('the context of a turn', () => {
  it('is shown afterwards as the model got it, with its sections, and is the same when it is replayed', async () => {
    const { id, hash, tokens, turn } = await assembled(question);
    const sent = asked.at(-1);
    const shown = await world.ask(shownContext, `/api/memory/debug/${id}`);
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
    const replayed = await world.ask(replayReport, `/api/memory/replay/${id}`, { method: 'POST' });
    expect(replayed).toEqual({ id, same: true, hash, replayedHash: hash, differences: [], drift: null });
  });

  it('is listed with the others of its session, newest first, page by page', async () => {
    const { id } = await assembled('And the production database?');
    const { contexts } = await world.ask(contextList, `/api/memory/contexts?session=${session()}`);
    expect(contexts[0]?.id).toBe(id);
    const first = await world.ask(contextList, `/api/memory/contexts?session=${session()}&limit=1`);
    expect(first.next).not.toBeNull();
    const second = await world.ask(
      contextList,
      `/api/memory/contexts?session=${session()}&limit=1&before=${first.next?.toISOString()}`,
    );
    expect(second.contexts[0]?.id).toBe(contexts[1]?.id);
    expect((await world.ask(contextList, '/api/memory/contexts?project=other')).contexts).toEqual([]);
  });

  it('can be compared with that of another turn', async () => {
    const one = await assembled(question);
    const two = await assembled('Was ist die Hauptstadt der Mongolei?');
    const { sections } = await world.ask(contextDiff, `/api/memory/diff?before=${one.id}&after=${two.id}`);
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
    await world.request('/api/memory/save', { body: { content } });
    const { drift } = await world.ask(replayReport, `/api/memory/replay/${id}?retrieve=true`, {
      method: 'POST',
    });
    expect(drift).toContainEqual(
      expect.objectContaining({
        text: content,
        before: null,
        after: expect.objectContaining({ included: true }),
      }),
    );
  });

  it('can be previewed, and is then sent as previewed', async () => {
    const preview = await world.ask(previewedContext, `/api/memory/sessions/${session()}/context`, {
      body: { text: question },
    });
    const { hash } = await assembled(question);
    expect(preview.hash).toBe(hash);
    expect(preview.messages.at(-1)).toEqual({ role: 'user', content: question });
  });

  it('cannot be previewed with a budget too small for the system prompt; the error has the figures', async () => {
    const answer = await world.request(`/api/memory/sessions/${session()}/context`, {
      body: { text: question, budgetTokens: 100 },
    });
    expect(await answer.json()).toMatchObject({
      code: 'context_too_long',
      detail: expect.stringMatching(/room for 100 tokens.*tools \d+/),
    });
  });

  it('is not found under an unknown id, or from another project', async () => {
    const unknown = await world.request(`/api/memory/debug/00000000-0000-4000-8000-000000000000`);
    expect(unknown.status).toBe(404);
    const { id } = await assembled('hello');
    expect((await world.request(`/api/memory/debug/${id}?project=other`)).status).toBe(404);
    expect((await world.request(`/api/memory/debug/${id}?project=taskforge`)).status).toBe(200);
  });

  it('carries the trace of the connection', async () => {
    const traceId = randomBytes(16).toString('hex');
    const socket = new WebSocket(world.server.url, {
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
    const { contexts } = await world.ask(contextList, '/api/memory/contexts');
    expect(contexts[0]?.traceId).toBe(traceId);
  });
});

describe('what the user chooses for a session', () => {
  it('is in or out of its prompts from the next message on', async () => {
    const path = `/api/memory/sessions/${session()}/memories`;
    const found = await world.ask(
      z.object({ hits: z.array(z.object({ memory: z.object({ id: z.string() }) })) }),
      '/api/memory/search?q=staging',
    );
    const id = found.hits[0]?.memory.id ?? '';
    expect(await world.ask(sessionChoices, path, { body: { pinned: [id] } })).toMatchObject({
      pinned: [id],
    });
    await assembled('Tell me a joke.');
    expect(
      asked
        .at(-1)
        ?.map(({ content }) => content)
        .join('\n'),
    ).toMatch(/## Pinned Memories[^\n]*\n- .*6543/);
    await world.ask(sessionChoices, path, { body: { excluded: [id], hidden: [1, 2] } });
    await assembled(question);
    const system = asked.at(-1)?.filter(({ role }) => role === 'system');
    expect(JSON.stringify(system)).not.toContain('6543');
    expect(JSON.stringify(asked.at(-1))).not.toContain('remember this');
    const none = { pinned: [], excluded: [], hidden: [], shares: {} };
    const back = await world.ask(sessionChoices, `${path}?excluded=${id}&hidden=1&hidden=2`, {
      method: 'DELETE',
    });
    expect(back).toEqual(none);
    expect(await world.ask(sessionChoices, path)).toEqual(none);
  });
});

it('is kept when the server stops right after it was sent', async () => {
  const { id } = await assembled(question);
  await client.close();
  await world.server.stop();
  await world.start({ background: false });
  client = await world.connect();
  expect(await world.ask(replayReport, `/api/memory/replay/${id}`, { method: 'POST' })).toMatchObject({
    same: true,
  });
});

const session = () => client.session.session;

/** Says something, and returns what the client was told of the request. */
async function assembled(text: string) {
  const { frames } = await client.say(text);
  const frame = frames.find(({ type }) => type === 'context_assembled');
  if (frame?.type !== 'context_assembled') throw new Error('no context');
  return frame;
}

function noteAsked({ body }: RecordedRequest): string {
  const messages = z.array(z.looseObject({ role: z.string(), content: z.string() }));
  const request = z.object({ messages }).parse(body);
  if (JSON.stringify(body).includes('"tools"')) asked.push(request.messages);
  return 'It listens on 6543.';
}
