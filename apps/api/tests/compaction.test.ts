import { setTimeout as sleep } from 'node:timers/promises';
import {
  startScriptedModelServer,
  type ScriptedAnswer,
  type ScriptedModelServer,
} from '@devai/memory/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectClient, type ChatClient } from './chat-client.ts';
import { makeServerFolder, startServer, type ServerFolder, type ServerProcess } from './server-process.ts';

let folder: ServerFolder;
let model: ScriptedModelServer;
let server: ServerProcess;
/** What the small model says to a compaction; each test sets its own. */
let answerCompaction: (asked: Asked) => ScriptedAnswer | Promise<ScriptedAnswer>;

const trigger = 30_000;
const window = 40_000;

const start = () =>
  startServer(folder, {
    environment: {
      OPENAI_BASE_URL: model.baseURL,
      OPENAI_API_KEY: 'sk-test',
      COMPACTION_TRIGGER_TOKENS: String(trigger),
      LOOPER_MAX_CONVERSATION_TOKENS: String(window),
      MEMORY_EXTRACT_EVERY: '0',
    },
  });

beforeEach(async () => {
  folder = await makeServerFolder();
  model = await startScriptedModelServer();
  answerCompaction = () => goodSummary;
  model.replyWith(async ({ body }) => {
    const asked = readRequest(body);
    switch (asked.schema) {
      case 'compaction':
        return await answerCompaction(asked);
      case 'topic':
        return '{"topic":"","file_paths":[],"directories":[]}';
      case 'memories':
        return '{"memories":[]}';
      case null:
        return 'Noted.';
      default:
        return { status: 400, message: `nobody expected a request for ${asked.schema}` };
    }
  });
  server = await start();
});
afterEach(async () => {
  await server.kill();
  await model.close();
  await folder.remove();
});

/** A chat request as it came over the wire. `schema` names the structured answer that it wants; null: a chat. */
type Asked = { schema: string | null; messages: { role: string; content: string }[] };

const wireRequest = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string().nullable() })),
  response_format: z.object({ json_schema: z.object({ name: z.string() }) }).optional(),
});

function readRequest(body: unknown): Asked {
  const { messages, response_format: format } = wireRequest.parse(body);
  return {
    schema: format?.json_schema.name ?? null,
    messages: messages.map(({ role, content }) => ({ role, content: content ?? '' })),
  };
}

const asked = (schema: string | null): Asked[] =>
  model
    .chatRequests()
    .map(readRequest)
    .filter((one) => one.schema === schema);

/** What the chat model was sent last, without the system prompt. */
const lastContext = (): string[] => (asked(null).at(-1)?.messages ?? []).slice(1).map((one) => one.content);

const stations = ['heron', 'osprey', 'plover', 'curlew', 'avocet', 'dunlin', 'merlin', 'siskin'];
const rows = Array.from({ length: 600 }, (_, row) => `row ${row} is fine`).join('; ');

/** The first request is short; each report after it has some 3,500 tokens. */
const report = (number: number): string =>
  number === 0
    ? 'Please watch the stations, and keep the log of station kestrel.'
    : `The barometer of station ${stations[number % stations.length]} was replaced in watch ${number}.\n${rows}`;

const goodSummary = JSON.stringify({
  summary: {
    request: ['watch the stations'],
    decisions: [],
    work: ['the log of station kestrel was read'],
    state: [],
    open: [],
    next: ['wait for the next report'],
  },
  candidates: [
    {
      content: 'The barometer of station osprey was replaced',
      title: 'Barometer of osprey',
      type: 'semantic',
      category: 'other',
      namespace: 'devai/project/taskforge/stations',
      source: 'user_stated',
      priority: 'highest',
      importance: 9,
      tags: [],
      status: null,
      rationale: null,
      evidence: [3],
    },
  ],
});

/** Sends reports until the small model is asked for a compaction. Gives the last one, and where the frames of its turn begin. */
async function sendUntilCompaction(client: ChatClient): Promise<{ last: string; from: number }> {
  for (let number = 0; number < 20; number += 1) {
    const last = report(number);
    const from = client.frames.length;
    client.send({ type: 'message', content: last });
    const ended = () => client.frames.slice(from).some((frame) => frame.type === 'message' && frame.end);
    await until(() => asked('compaction').length > 0 || ended());
    if (asked('compaction').length > 0) return { last, from };
  }
  throw new Error('no compaction came');
}

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error('it never came true');
    await sleep(20);
  }
}

const turnEnd = (client: ChatClient, from: number) =>
  client.next('message', (frame) => frame.end !== undefined, from);

async function storedMessages(session: string) {
  const client = await connectClient(server.url, { session, after: 0 });
  await client.close();
  return client.session.missed;
}

describe('a session above the trigger', () => {
  it('is compacted: the client has the figures, the model the summary, and the memories are safe', async () => {
    const client = await connectClient(server.url);
    const { from } = await sendUntilCompaction(client);
    const frame = await client.next('context_compacted');
    expect(frame.tokensBefore).toBeGreaterThan(trigger);
    expect(frame.tokensAfter).toBeLessThan(trigger * 0.7);
    expect(frame.messages).toBeGreaterThan(0);
    expect((await turnEnd(client, from)).end).toBe('reply');

    const context = lastContext();
    expect(context[0]).toBe(report(0));
    expect(context[1]).toMatch(/^\[Context compacted\][^]*wait for the next report/);
    expect(context).not.toContain(report(1));
    // compaction's candidates went to the long-term memory
    const saved = await client.next('memory_saved');
    expect(saved).toMatchObject({
      content: 'The barometer of station osprey was replaced',
      by: 'extraction',
    });
    await client.close();
  });

  it('can still find and show what left the context', async () => {
    const client = await connectClient(server.url);
    const { from } = await sendUntilCompaction(client);
    await turnEnd(client, from);
    expect(lastContext()).not.toContain(report(1));

    model.replyTo(
      'gpt-5.5',
      { toolCalls: [{ name: 'recall', arguments: '{"query":"barometer of station osprey"}' }] },
      'It was replaced.',
    );
    const { frames } = await client.say('What was done at station osprey?');
    const result = frames.find((frame) => frame.type === 'tool_result');
    expect(result).toMatchObject({ ok: true, content: expect.stringContaining('Said before:') });
    expect(result).toMatchObject({ content: expect.stringMatching(/user: The barometer of station osprey/) });
    const shown = await storedMessages(client.session.session);
    expect(shown.map((message) => message.number)).toEqual(shown.map((_, index) => index + 1));
    expect(shown.map((message) => message.content)).toContain(report(1));
    await client.close();
  });

  it('starts in another process from the summary and the messages after it', async () => {
    const client = await connectClient(server.url);
    const { from } = await sendUntilCompaction(client);
    await turnEnd(client, from);
    await client.say('Carry on');
    const context = lastContext();
    await client.close();
    await server.stop();

    server = await start();
    const again = await connectClient(server.url, { session: client.session.session });
    expect((await again.say('Where were we?')).reply).toBe('Noted.');
    expect(lastContext()).toEqual([...context, 'Noted.', 'Where were we?']);
    expect(asked('compaction')).toHaveLength(1);
    await again.close();
  });
});

describe('a compaction that does not end', () => {
  it('because the process is killed leaves the session as it was, and the next process compacts it', async () => {
    answerCompaction = () => ({ hang: true });
    const client = await connectClient(server.url);
    const { last } = await sendUntilCompaction(client);
    await server.kill();

    answerCompaction = () => goodSummary;
    server = await start();
    const { session } = client.session;
    const stored = await storedMessages(session);
    expect(stored.at(-1)?.content).toBe(last);
    const again = await connectClient(server.url, { session });
    const { reply, frames } = await again.say('Are you still there?');
    expect(reply).toBe('Noted.');
    expect(frames.some((frame) => frame.type === 'context_compacted')).toBe(true);

    const [interrupted, repeated] = asked('compaction').map((one) => one.messages.at(-1)?.content ?? '');
    expect(repeated).toMatch(/^# Transcript\n\n#1 user/);
    expect(repeated?.slice(0, 20_000)).toBe(interrupted?.slice(0, 20_000));
    expect(lastContext()[1]).toMatch(/^\[Context compacted\]/);
    expect(lastContext().slice(-2)).toEqual([last, 'Are you still there?']);
    await again.close();
  });

  it('because the user cancels ends the turn at once, and the next turn compacts', async () => {
    answerCompaction = () => ({ hang: true });
    const client = await connectClient(server.url);
    const { last, from } = await sendUntilCompaction(client);
    const chats = asked(null).length;
    client.send({ type: 'cancel' });
    expect(await turnEnd(client, from)).toMatchObject({ end: 'cancelled', content: '(cancelled)' });
    expect(client.frames.slice(from).some((frame) => frame.type === 'error')).toBe(false);
    expect(asked(null)).toHaveLength(chats);

    answerCompaction = () => goodSummary;
    const { reply, frames } = await client.say('Go on, please');
    expect(reply).toBe('Noted.');
    expect(frames.some((frame) => frame.type === 'context_compacted')).toBe(true);
    const stored = await storedMessages(client.session.session);
    expect(stored.slice(-4).map((message) => message.content)).toEqual([
      last,
      '(cancelled)',
      'Go on, please',
      'Noted.',
    ]);
    await client.close();
  });
});

describe('a small model that answers rubbish', () => {
  it('costs no turn: the client is told, and the next step tries again', async () => {
    answerCompaction = () => 'I would rather talk about the weather.';
    const client = await connectClient(server.url);
    const { from } = await sendUntilCompaction(client);
    expect((await turnEnd(client, from)).end).toBe('reply');
    expect(client.frames.find((frame) => frame.type === 'error')).toMatchObject({
      code: 'malformed_answer',
      retryable: true,
      message: expect.stringContaining('the context could not be compacted'),
    });
    expect(lastContext()).toContain(report(1));

    answerCompaction = () => goodSummary;
    const { reply, frames } = await client.say('And now?');
    expect(reply).toBe('Noted.');
    expect(frames.some((frame) => frame.type === 'context_compacted')).toBe(true);
    expect(lastContext()).not.toContain(report(1));
    await client.close();
  });

  it('lets the window slide at its end, and the client is told what left', async () => {
    answerCompaction = () => 'I would rather talk about the weather.';
    const client = await connectClient(server.url);
    const isSlide = (message: string) => /The oldest \d+ messages left the context/.test(message);
    for (let number = 0; number < 20; number += 1) {
      const { reply, frames } = await client.say(report(number));
      expect(reply).toBe('Noted.');
      if (frames.some((frame) => frame.type === 'error' && isSlide(frame.message))) break;
    }
    await client.next('error', (frame) => isSlide(frame.message));
    const context = lastContext();
    expect(context[0]).toBe(report(0));
    expect(context.filter((content) => content.startsWith('[Context cut]'))).toHaveLength(1);
    expect(context).not.toContain(report(1));
    expect((await storedMessages(client.session.session)).map((one) => one.content)).toContain(report(1));
    await client.close();
  });
});

describe('a message that comes while a compaction runs', () => {
  it('is refused until the turn has ended, and stands behind it when it is sent again', async () => {
    const summary = Promise.withResolvers<string>();
    answerCompaction = () => summary.promise;
    const client = await connectClient(server.url);
    const { last, from } = await sendUntilCompaction(client);
    const { session } = client.session;
    const other = await connectClient(server.url, { session });
    other.send({ type: 'message', content: 'I came meanwhile' });
    expect(await other.next('error')).toMatchObject({ code: 'turn_running', retryable: true });

    summary.resolve(goodSummary);
    expect((await turnEnd(client, from)).end).toBe('reply');
    await turnEnd(other, 0);
    expect(lastContext().at(-1)).toBe(last);
    expect((await other.say('I came meanwhile')).reply).toBe('Noted.');
    expect(lastContext().slice(-3)).toEqual([last, 'Noted.', 'I came meanwhile']);
    const stored = await storedMessages(session);
    expect(stored.slice(-4).map((message) => message.content)).toEqual([
      last,
      'Noted.',
      'I came meanwhile',
      'Noted.',
    ]);
    await client.close();
    await other.close();
  });
});
