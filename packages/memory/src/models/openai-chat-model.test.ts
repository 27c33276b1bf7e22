import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { text as readText } from 'node:stream/consumers';
import { MemoryError } from '../errors.ts';
import type { ChatModel, ModelEvent, ModelRequest } from '../ports.ts';
import {
  startScriptedModelServer,
  type ScriptedAnswer,
  type ScriptedModelServer,
} from '../../testing/index.ts';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished as afterTest,
  test,
  vi,
} from 'vitest';
import { createOpenAIChatModel, type OpenAIChatModelSettings } from './openai-chat-model.ts';

const apiKey = 'sk-test-0123456789';
let server: ScriptedModelServer;
beforeAll(async () => {
  server = await startScriptedModelServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  server.replyWith(null);
});

type Changed = Omit<Partial<OpenAIChatModelSettings>, 'client' | 'apiKey'> & { apiKey?: string };
const createModel = (settings: Changed = {}): ChatModel =>
  createOpenAIChatModel({
    name: 'test',
    baseURL: server.baseURL,
    apiKey,
    model: 'glm-test',
    contextWindow: 200_000,
    timeouts: { whole: 20_000, first: 20_000, idle: 20_000, stream: 20_000 },
    ...settings,
  });

/** For what reaches a limit: a busy machine still sends the request and the first half of the answer in this time. */
const brief = { whole: 1_000, first: 1_000, idle: 1_000, stream: 20_000 };

const question: ModelRequest = { messages: [{ role: 'user', content: 'Which port?' }] };
const listFiles = {
  name: 'list_files',
  description: 'List a folder.',
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
};
const schema = {
  name: 'tag',
  schema: {
    type: 'object',
    properties: { topic: { type: 'string' } },
    required: ['topic'],
    additionalProperties: false,
  },
};

const fine =
  'data: {"choices":[{"delta":{"content":"fine"}}]}\n\ndata: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

type RawAnswer = { status: number; body: string; later?: string; end?: 'open' | 'cut' | 'late' };

/** The address of a server that answers with any body. */
async function answering(answer: (body: string) => RawAnswer, sockets = new Set<unknown>()): Promise<string> {
  const raw = createServer((incoming, response) => void respond(incoming, response));
  const respond = async (incoming: IncomingMessage, response: ServerResponse) => {
    sockets.add(incoming.socket);
    const { status, body, later, end } = answer(await readText(incoming));
    response.writeHead(status, { 'content-type': 'text/plain' });
    response.write(body, () => {
      if (later !== undefined) setTimeout(() => response.write(later), 300);
      if (end === undefined) response.end();
      if (end === 'late') setTimeout(() => response.end(), 200);
      if (end === 'cut') setTimeout(() => response.destroy(), 100);
    });
  };
  await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
  afterTest(() => {
    raw.closeAllConnections();
    raw.close();
  });
  const address = raw.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}/v1`;
}

async function collect(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const all: ModelEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const textOf = (events: ModelEvent[], type: 'text_delta' | 'thinking_delta'): string =>
  events.map((event) => (event.type === type ? event.text : '')).join('');

describe('what is sent', () => {
  test('messages, tool calls, tools and limits are sent in the provider’s form', async () => {
    server.reply('fine');
    await createModel({ form: { extraBody: { thinking: { type: 'disabled' } } } }).generate({
      messages: [
        { role: 'system', content: 'You are CHAPO.' },
        { role: 'user', content: 'Look around' },
        {
          role: 'assistant',
          content: '',
          toolCalls: [{ id: 'call_1', name: 'list_files', arguments: '{"path":"."}' }],
        },
        { role: 'tool', toolCallId: 'call_1', content: 'a.md' },
      ],
      tools: [listFiles],
      maxOutputTokens: 500,
    });
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: '/v1/chat/completions' });
    expect(server.requests[0]?.headers['authorization']).toBe(`Bearer ${apiKey}`);
    expect(server.requests[0]?.body).toEqual({
      model: 'glm-test',
      messages: [
        { role: 'system', content: 'You are CHAPO.' },
        { role: 'user', content: 'Look around' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'list_files', arguments: '{"path":"."}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'a.md' },
      ],
      tools: [{ type: 'function', function: listFiles }],
      max_tokens: 500,
      thinking: { type: 'disabled' },
    });
  });

  test('arguments that were not JSON are sent back as JSON', async () => {
    server.reply('fine');
    await createModel().generate({
      messages: [
        {
          role: 'assistant',
          content: 'x',
          toolCalls: [{ id: 'call_1', name: 'list_files', arguments: '{"path":' }],
        },
        { role: 'tool', toolCallId: 'call_1', content: 'wrong arguments' },
      ],
    });
    expect(JSON.stringify(server.requests[0]?.body)).toContain(
      JSON.stringify(JSON.stringify({ invalid: '{"path":' })),
    );
  });

  test('a provider with its own name for the output limit gets that', async () => {
    server.reply('fine');
    await createModel({ form: { outputLimit: 'max_completion_tokens' } }).generate({
      ...question,
      maxOutputTokens: 9,
    });
    expect(server.requests[0]?.body).toMatchObject({ max_completion_tokens: 9 });
    expect(server.requests[0]?.body).not.toHaveProperty('max_tokens');
  });
});

describe('a whole answer', () => {
  test('has text, tool calls and usage', async () => {
    server.reply({
      text: 'I look.',
      toolCalls: [{ id: 'call_7', name: 'list_files', arguments: '{"path":"src"}' }],
      usage: { prompt_tokens: 120, completion_tokens: 8, cached_tokens: 100 },
    });
    expect(await createModel().generate(question)).toEqual({
      content: 'I look.',
      toolCalls: [{ id: 'call_7', name: 'list_files', arguments: '{"path":"src"}' }],
      model: 'glm-test',
      usage: { inputTokens: 120, outputTokens: 8, cachedTokens: 100 },
    });
  });

  test('has an empty object for a tool call without arguments', async () => {
    server.reply({ toolCalls: [{ name: 'list_files', arguments: '' }] });
    expect((await createModel().generate(question)).toolCalls[0]?.arguments).toBe('{}');
  });

  test('says so when it is cut at the output limit', async () => {
    server.reply({ text: 'The port', finishReason: 'length' });
    expect(await createModel().generate(question)).toMatchObject({ content: 'The port', truncated: true });
  });
});

describe('a streamed answer', () => {
  test('yields reasoning and text as they come, then the reply', async () => {
    server.reply({
      reasoning: 'The user asks for a port; I know it.',
      text: 'Der Port ist 8081, früher war es 8080. 👍',
    });
    const events = await collect(createModel().stream(question));
    expect(textOf(events, 'thinking_delta')).toBe('The user asks for a port; I know it.');
    expect(textOf(events, 'text_delta')).toBe('Der Port ist 8081, früher war es 8080. 👍');
    expect(events.filter((event) => event.type === 'text_delta').length).toBeGreaterThan(2);
    expect(events.at(-1)).toMatchObject({
      type: 'reply',
      reply: { content: 'Der Port ist 8081, früher war es 8080. 👍', toolCalls: [], model: 'glm-test' },
    });
    expect(server.requests[0]?.body).toMatchObject({ stream: true });
  });

  test.each([
    ['<think>I know it.</think>\n\nThe port is 8080.', 'I know it.', 'The port is 8080.'],
    ['\n<think>\nwell: a < b</think>8080', '\nwell: a < b', '8080'],
    ['I would not <think> so', '', 'I would not <think> so'],
    ['<thinking about it>', '', '<thinking about it>'],
  ])('separates thinking within the text from the answer: %j', async (text, thinking, content) => {
    server.reply({ text }, { text });
    const events = await collect(createModel().stream(question));
    expect(textOf(events, 'thinking_delta')).toBe(thinking);
    expect(textOf(events, 'text_delta')).toBe(content);
    expect(events.at(-1)).toMatchObject({ reply: { content } });
    expect((await createModel().generate(question)).content).toBe(content);
  });

  test('fails when it contains nothing but thinking', async () => {
    server.reply({ text: '<think>and then' });
    await expect(createModel().generate(question)).rejects.toMatchObject({ code: 'model_failed' });
  });

  test('puts tool calls together from their parts', async () => {
    const toolCalls = [
      { id: 'call_a', name: 'list_files', arguments: '{"path":"packages/memory/src"}' },
      { id: 'call_b', name: 'read_file', arguments: '{"path":"README.md","lines":20}' },
    ];
    server.reply({ text: 'I look.', toolCalls });
    const events = await collect(createModel().stream(question));
    expect(events.at(-1)).toMatchObject({ reply: { content: 'I look.', toolCalls } });
  });

  test('counts usage as billed', async () => {
    server.reply({ text: 'x', usage: { prompt_tokens: 50, completion_tokens: 2, cached_tokens: 40 } });
    const events = await collect(createModel().stream(question));
    expect(events.at(-1)).toMatchObject({
      reply: { usage: { inputTokens: 50, outputTokens: 2, cachedTokens: 40 } },
    });
  });

  test('survives pauses shorter than the idle limit', async () => {
    server.reply({ text: 'a slow answer in several parts that takes its time', fault: 'slow', pause: 150 });
    const events = await collect(createModel({ timeouts: brief }).stream(question));
    expect(events.at(-1)).toMatchObject({
      reply: { content: 'a slow answer in several parts that takes its time' },
    });
  });
});

describe('structured output', () => {
  test('asks for the schema, strictly', async () => {
    server.reply('{"topic":"memory"}');
    expect((await createModel().generate({ ...question, schema })).content).toBe('{"topic":"memory"}');
    expect(server.requests[0]?.body).toMatchObject({
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'tag', schema: schema.schema, strict: true },
      },
    });
  });

  test('a provider that rejects the schema gets it in the prompt, at once the next time', async () => {
    const model = createModel();
    server.reply({ status: 400, message: 'response_format not supported' }, '{"topic":"a"}', '{"topic":"b"}');
    expect((await model.generate({ ...question, schema })).content).toBe('{"topic":"a"}');
    expect((await model.generate({ ...question, schema })).content).toBe('{"topic":"b"}');
    expect(server.requests).toHaveLength(3);
    for (const { body } of server.requests.slice(1)) {
      expect(body).toMatchObject({ response_format: { type: 'json_object' } });
      expect(JSON.stringify(body)).toContain(JSON.stringify(JSON.stringify(schema.schema)).slice(1, -1));
    }
  });

  test('a request that fails in both forms is reported, and changes nothing for later requests', async () => {
    const model = createModel();
    server.reply({ status: 400, message: 'too long' }, { status: 400, message: 'too long' }, '{}');
    await expect(model.generate({ ...question, schema })).rejects.toMatchObject({ code: 'model_refused' });
    await model.generate({ ...question, schema });
    expect(server.requests.at(-1)?.body).toMatchObject({ response_format: { type: 'json_schema' } });
  });

  test('the schema is added to the existing system message', async () => {
    server.reply('{}');
    await createModel({ form: { structuredOutput: 'json_object' } }).generate({
      messages: [{ role: 'system', content: 'You tag.' }, ...question.messages],
      schema,
    });
    expect(server.requests[0]?.body).toMatchObject({
      messages: [
        { role: 'system', content: expect.stringMatching(/^You tag\.\n\nAnswer with one JSON object/) },
        {},
      ],
    });
  });

  test('an answer that is cut at the output limit is a failure that is not retried', async () => {
    server.reply({ text: '{"topic":', finishReason: 'length' });
    await expect(createModel().generate({ ...question, schema })).rejects.toMatchObject({
      code: 'model_failed',
      isRetryable: false,
    });
  });
});

describe('a provider that refuses the form of a request', () => {
  const twoSystems: ModelRequest = {
    messages: [
      { role: 'system', content: 'You are CHAPO.' },
      { role: 'user', content: 'Which port?' },
      { role: 'system', content: 'Known: 8080.' },
    ],
    maxOutputTokens: 9,
    schema,
  };
  const extraBody = { reasoning_effort: 'low' };

  test.each<[string, object, object]>([
    [
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { max_tokens: 9 },
      { max_completion_tokens: 9 },
    ],
    [
      'This response_format type is unavailable now',
      { response_format: { type: 'json_schema' } },
      { response_format: { type: 'json_object' } },
    ],
    [
      'Unrecognized request argument supplied: strict',
      { response_format: { json_schema: { strict: true } } },
      { response_format: { json_schema: { strict: false } } },
    ],
    [
      'System message must be at the beginning.',
      { messages: [{ role: 'system' }, { role: 'user' }, { role: 'system' }] },
      { messages: [{ role: 'system', content: 'You are CHAPO.\n\nKnown: 8080.' }, { role: 'user' }] },
    ],
    ["extra_forbidden: 'reasoning_effort'", extraBody, {}],
  ])('%s: the provider gets another form, from then on at once', async (message, before, after) => {
    const info = vi.fn<() => void>();
    const model = createModel({ form: { extraBody }, log: { info } });
    server.reply({ status: 400, message }, '{}', '{}');
    await model.generate(twoSystems);
    await model.generate(twoSystems);
    expect(server.chatRequests()).toMatchObject([before, after, after]);
    expect(info).toHaveBeenCalledOnce();
  });

  const calls = ['a', 'b'].map((id) => ({ id, name: 'read_file', arguments: '{}' }));
  const twoCalls: ModelRequest = {
    messages: [
      { role: 'user', content: 'Which ports?' },
      { role: 'assistant', content: 'Let me look.', toolCalls: calls, thinking: 'Two files.' },
      { role: 'tool', toolCallId: 'a', content: '8080' },
      { role: 'tool', toolCallId: 'b', content: '8081' },
    ],
  };

  test('gets calls one after the other, each with its result, if it refuses parallel calls', async () => {
    const model = createModel();
    server.reply({ status: 400, message: 'This model only supports single tool-calls at once!' }, 'fine');
    await model.generate(twoCalls);
    expect(server.chatRequests()[1]).toMatchObject({
      messages: [
        { role: 'user' },
        { role: 'assistant', content: 'Let me look.', tool_calls: [{ id: 'a' }] },
        { role: 'tool', tool_call_id: 'a', content: '8080' },
        { role: 'assistant', content: null, tool_calls: [{ id: 'b' }] },
        { role: 'tool', tool_call_id: 'b', content: '8081' },
      ],
    });
  });

  test.each([
    [false, 'The `reasoning_content` in the thinking mode must be passed back to the API.'],
    [true, "property 'reasoning_content' is unsupported"],
  ])(
    'thinking goes back with its calls where it is wanted (before: %s)',
    async (returnsThinking, message) => {
      const model = createModel({ form: { returnsThinking } });
      server.reply({ status: 400, message }, 'fine');
      await model.generate(twoCalls);
      const sent = server.chatRequests().map((request) => JSON.stringify(request).includes('Two files.'));
      expect(sent).toEqual([returnsThinking, !returnsThinking]);
    },
  );

  test('may be a local server that answers 500 because of its template; no other 500 counts', async () => {
    const model = createModel();
    const jinja = 'Jinja Exception: System message must be at the beginning.';
    server.reply({ status: 500, message: jinja }, '{}', {
      status: 500,
      message: 'the system message bus is down',
    });
    await model.generate(twoSystems);
    expect(server.chatRequests()[1]).toMatchObject({ messages: [{ role: 'system' }, { role: 'user' }] });
    await expect(createModel().generate(twoSystems)).rejects.toMatchObject({ isRetryable: true });
    expect(server.requests).toHaveLength(3);
  });

  test('gets the request without the field that it refused', async () => {
    const model = createModel({ form: { extraBody } });
    server.reply({ status: 422, message: 'reasoning_effort: extra inputs are not permitted' }, '{}');
    await model.generate(question);
    expect(server.chatRequests()[1]).not.toHaveProperty('reasoning_effort');
  });

  test('gets a request for a stream without usage', async () => {
    const model = createModel();
    server.reply({ status: 400, message: 'stream_options is not supported' }, 'fine');
    expect((await collect(model.stream(question))).at(-1)).toMatchObject({ reply: { content: 'fine' } });
    expect(server.chatRequests()[1]).not.toHaveProperty('stream_options');
  });

  test('may refuse several times in a row', async () => {
    const model = createModel();
    const refusals = [
      "'max_tokens' is not supported, use 'max_completion_tokens'",
      'System message must be at the beginning',
      'json_schema is not supported',
      'response_format is not supported',
    ];
    server.reply(...refusals.map((message) => ({ status: 400, message })), '{}');
    await model.generate(twoSystems);
    expect(server.chatRequests().at(-1)).toMatchObject({
      max_completion_tokens: 9,
      messages: [{ role: 'system', content: expect.stringContaining('"topic"') }, { role: 'user' }],
    });
    expect(server.chatRequests().at(-1)).not.toHaveProperty('response_format');
  });

  test('gets a lower limit of the output when its own is too high, and its own name for it stays', async () => {
    const model = createModel();
    server.reply({ status: 400, message: 'max_tokens must be at most 4096' }, 'fine', 'fine');
    await model.generate({ ...question, maxOutputTokens: 9_000 });
    await model.generate({ ...question, maxOutputTokens: 100 });
    expect(server.chatRequests().map((body) => JSON.parse(JSON.stringify(body)).max_tokens)).toEqual([
      9_000, 4_096, 100,
    ]);
  });

  test('may say so within its stream', async () => {
    const refusal = {
      status: 200,
      body: 'data: {"error":{"code":400,"message":"stream_options is not supported"}}\n\n',
    };
    const address = await answering((body) =>
      body.includes('stream_options') ? refusal : { status: 200, body: fine },
    );
    const events = await collect(createModel({ baseURL: address }).stream(question));
    expect(events.at(-1)).toMatchObject({ reply: { content: 'fine' } });
  });

  test('is reported with its last refusal when no other form is left', async () => {
    server.reply(
      { status: 400, message: 'stream_options is not supported' },
      { status: 400, message: 'the prompt is too long' },
    );
    await expect(collect(createModel().stream(question))).rejects.toMatchObject({
      message: expect.stringContaining('too long'),
    });
  });
});

describe('what goes wrong', () => {
  /** With a server of its own, so that those that wait for a limit run side by side. */
  const failing = test.extend('own', async ({ onTestFinished }) => {
    const own = await startScriptedModelServer();
    onTestFinished(() => own.close());
    return own;
  }).concurrent;
  type Streamed = [name: string, answer: ScriptedAnswer, message: RegExp, timeouts?: typeof brief];
  const streamed: Streamed[] = [
    [
      'a stream that stalls',
      { text: 'a long answer that never ends', fault: 'stall' },
      /sent nothing for 1000 ms/,
      { ...brief, first: 20_000 },
    ],
    ['a stream that is cut', { text: 'a long answer that is cut off', fault: 'cut' }, /./],
    [
      'a stream that ends politely without an end',
      { text: 'a long answer', fault: 'early_end' },
      /in the middle/,
    ],
    ['rubbish in the stream', { text: 'a long answer', fault: 'rubbish' }, /malformed/],
    [
      'a stream that never ends',
      { text: 'slow '.repeat(200), fault: 'slow', pause: 50 },
      /finish within 1500 ms/,
      { ...brief, first: 20_000, idle: 20_000, stream: 1_500 },
    ],
  ];
  failing('a stream that does not begin is a failure, however long it might pause later', async ({ own }) => {
    own.reply({ hang: true });
    const timeouts = { ...brief, first: 500, idle: 20_000 };
    const model = createModel({ baseURL: own.baseURL, timeouts });
    await expect(collect(model.stream(question))).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringContaining('sent nothing for 500 ms'),
    });
  });

  failing.for(streamed)(
    '%s is a failure, never a short reply',
    async ([, answer, message, timeouts], { own }) => {
      own.reply(answer);
      const events: ModelEvent[] = [];
      const model = createModel({ baseURL: own.baseURL, ...(timeouts && { timeouts }) });
      const failure = async () => {
        for await (const event of model.stream(question)) events.push(event);
      };
      await expect(failure()).rejects.toMatchObject({
        code: 'model_failed',
        isRetryable: true,
        message: expect.stringMatching(message),
      });
      expect(events.some((event) => event.type === 'text_delta')).toBe(true);
      expect(events.some((event) => event.type === 'reply')).toBe(false);
    },
  );

  const whole: [name: string, answer: ScriptedAnswer, code: string, isRetryable: boolean][] = [
    ['429', { status: 429 }, 'model_failed', true],
    ['500', { status: 500 }, 'model_failed', true],
    ['503', { status: 503 }, 'model_failed', true],
    ['400', { status: 400 }, 'model_refused', false],
    ['402', { status: 402 }, 'access_refused', false],
    ['404', { status: 404 }, 'access_refused', false],
    ['a cut socket', { refuse: true }, 'model_failed', true],
    ['no answer', { hang: true }, 'model_failed', true],
    ['half an answer', { text: 'abc', fault: 'stall' }, 'model_failed', true],
    ['a cut answer', { text: 'abc', fault: 'cut' }, 'model_failed', true],
    ['no JSON', { text: 'abc', fault: 'rubbish' }, 'model_failed', true],
    ['an empty answer', { text: '' }, 'model_failed', true],
    ['a withheld answer', { text: 'I', finishReason: 'content_filter' }, 'model_refused', false],
  ];
  failing.for(whole)('%s', async ([, answer, code, isRetryable], { own }) => {
    own.reply(answer);
    const model = createModel({ baseURL: own.baseURL, timeouts: brief });
    await expect(model.generate(question)).rejects.toMatchObject({ code, isRetryable });
    expect(own.requests).toHaveLength(1);
  });

  failing.for([429, 503, 529])(
    '%i is too much to do, and no fault of the request',
    async (status, { own }) => {
      own.reply({ status }, { status: 500 });
      const model = createModel({ baseURL: own.baseURL });
      await expect(model.generate(question)).rejects.toMatchObject({ isAway: true });
      await expect(model.generate(question)).rejects.toMatchObject({ isAway: false });
    },
  );

  failing.for(whole.slice(0, 7))('%s, when streaming', async ([, answer, code, isRetryable], { own }) => {
    own.reply(answer);
    const model = createModel({ baseURL: own.baseURL, timeouts: brief });
    await expect(collect(model.stream(question))).rejects.toMatchObject({ code, isRetryable });
    expect(own.requests).toHaveLength(1);
  });

  test.each([
    "This model's maximum context length is 16384 tokens. However, you requested 17000 tokens",
    'Prompt exceeds max length: too many tokens',
    'the request exceeds the available context size, try increasing it',
  ])('a prompt that is too long is recognised: %s', async (message) => {
    server.reply({ status: 400, message });
    await expect(createModel().generate(question)).rejects.toMatchObject({ code: 'context_too_long' });
  });

  test.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after-ms': '250', 'retry-after': '1' }, 250],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:07 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' }, 7_000],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT', date: 'Wed, 21 Oct 2026 07:28:07 GMT' }, 0],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '-3' }, null],
  ])('Retry-After is passed on in milliseconds: %j', async (headers, retryAfter) => {
    server.reply({ status: 429, headers });
    await expect(createModel().generate(question)).rejects.toMatchObject({ retryAfter });
  });

  test.each([
    [400, '{"detail":"model is gone"}', 'model_refused', '400 model is gone'],
    [400, '{"object":"error","message":"model is gone","code":400}', 'model_refused', '400 model is gone'],
    [422, '{"detail":[{"msg":"field required"}]}', 'model_refused', '422 field required'],
    [500, '{"code":1301,"msg":"model is gone"}', 'model_failed', '500 model is gone'],
    [
      502,
      '<html><head><title>502 Bad Gateway</title></head><body></body></html>',
      'model_failed',
      /^502 Bad Gateway$/,
    ],
    [400, 'plain words', 'model_refused', '400 plain words'],
    [503, '', 'model_failed', '503'],
    [403, '{"error":{"message":"Country not supported"}}', 'access_refused', '403 Country not supported'],
    [
      429,
      '{"error":{"message":"You have no credits","code":"insufficient_quota"}}',
      'access_refused',
      'no credits',
    ],
    [413, '<h1>Request Entity Too Large</h1>', 'context_too_long', 'Too Large'],
    [200, '{"error":"Unexpected endpoint"}', 'model_failed', 'Unexpected endpoint'],
    [200, '<html>Sign in</html>', 'model_failed', 'without JSON: Sign in'],
    [200, '{"error":{"message":"the prompt is too long","code":400}}', 'context_too_long', 'too long'],
    [
      200,
      `data: {"error":{"message":"Input is too long for requested model"}}\n\n`,
      'context_too_long',
      'too long',
    ],
    [
      200,
      `data: {"error":{"message":"too many tokens per minute","code":429}}\n\n`,
      'model_failed',
      'per minute',
    ],
  ])('what a provider says is kept: %i %s', async (status, body, code, message) => {
    const address = await answering(() => ({ status, body }));
    for (const ask of [
      (model: ChatModel) => collect(model.stream(question)),
      (model: ChatModel) => model.generate(question),
    ]) {
      await expect(ask(createModel({ baseURL: address }))).rejects.toMatchObject({
        code,
        message:
          typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
      });
    }
  });

  test.each([
    ['no end of the socket', fine.replace('data: [DONE]\n\n', ''), 'open'],
    ['a cut socket', fine.replace('data: [DONE]\n\n', ''), 'cut'],
    ['[DONE] and an open socket', fine, 'open'],
    [
      'a whole answer and an open socket',
      '{"choices":[{"message":{"content":"fine"},"finish_reason":"stop"}]}',
      'open',
    ],
  ] as const)('an answer is whole after its finish reason, with %s', async (_name, body, end) => {
    const address = await answering(() => ({ status: 200, body, end }));
    const began = performance.now();
    const model = createModel({ baseURL: address });
    expect((await collect(model.stream(question))).at(-1)).toMatchObject({ reply: { content: 'fine' } });
    expect((await model.generate(question)).content).toBe('fine');
    expect(performance.now() - began).toBeLessThan(8_000);
  });

  test('the connection of a stream is used again', async () => {
    const sockets = new Set<unknown>();
    const address = await answering(() => ({ status: 200, body: fine, end: 'late' }), sockets);
    const model = createModel({ baseURL: address });
    for (let turn = 0; turn < 3; turn += 1) {
      await collect(model.stream(question));
      await pause(400);
    }
    expect(sockets.size).toBe(1);
  });

  test('an answer takes the usage that comes soon after its finish reason', async () => {
    const usage = 'data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":3}}\n\n';
    const address = await answering(() => ({
      status: 200,
      body: fine.replace('data: [DONE]\n\n', ''),
      later: usage,
      end: 'open',
    }));
    const events = await collect(createModel({ baseURL: address }).stream(question));
    expect(events.at(-1)).toMatchObject({ reply: { usage: { inputTokens: 7, outputTokens: 3 } } });
  });

  test('text that turns out to be thinking is taken back', async () => {
    const say = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
    const body = `${say('The user wants X.')}${say('\n</think>\n\nfine')}${fine.slice(fine.indexOf('\n\n') + 2)}`;
    const address = await answering(() => ({ status: 200, body }));
    const events = await collect(createModel({ baseURL: address }).stream(question));
    expect(events.map(({ type }) => type)).toEqual([
      'text_delta',
      'reset',
      'thinking_delta',
      'text_delta',
      'reply',
    ]);
    expect(events.at(-1)).toMatchObject({ reply: { content: 'fine' } });
  });

  test.each([401, 403, 400, 500])(
    'no error contains the key, though the provider quotes it (%i)',
    async (status) => {
      server.reply({ status, message: `wrong key ${apiKey}` });
      const error: unknown = await createModel()
        .generate(question)
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(MemoryError);
      expect(error instanceof MemoryError && error.message).not.toContain(apiKey);
    },
  );

  test('a server that is not running is a failure', async () => {
    const gone = await startScriptedModelServer();
    await gone.close();
    await expect(createModel({ baseURL: gone.baseURL }).generate(question)).rejects.toMatchObject({
      code: 'model_failed',
      isRetryable: true,
      isAway: true,
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

describe('cancelling', () => {
  test.each<[string, ScriptedAnswer, number]>([
    ['before the first byte', { hang: true }, 0],
    ['in the middle of the stream', { text: 'a long answer that never ends', fault: 'stall' }, 1],
  ])('%s rejects at once with the reason', async (_name, answer, least) => {
    server.reply(answer);
    const controller = new AbortController();
    const events: ModelEvent[] = [];
    const reading = async () => {
      for await (const event of createModel().stream({ ...question, signal: controller.signal })) {
        events.push(event);
      }
    };
    const left = expect(reading()).rejects.toThrow('the user left');
    await expect.poll(() => server.requests.length).toBe(1);
    await expect.poll(() => events.length).toBeGreaterThanOrEqual(least);
    controller.abort(new Error('the user left'));
    await left;
  });

  test('an already aborted signal sends nothing', async () => {
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(createModel().generate({ ...question, signal })).rejects.toThrow('too late');
    await expect(collect(createModel().stream({ ...question, signal }))).rejects.toThrow('too late');
    expect(server.requests).toHaveLength(0);
  });

  test('a reader that stops early ends the request', async () => {
    server.reply({ text: 'word '.repeat(2_000), fault: 'slow', pause: 30 });
    const before = server.interrupted();
    for await (const event of createModel().stream(question)) if (event.type === 'text_delta') break;
    await expect.poll(() => server.interrupted()).toBe(before + 1);
  });
});
