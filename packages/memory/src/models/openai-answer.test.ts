import type { ModelRequest } from '../ports.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAnswerReader } from './openai-answer.ts';
import { createThinkSplitter } from './think-splitter.ts';

const request: ModelRequest = { messages: [{ role: 'user', content: 'Look around' }] };

const end = delta({}, 'tool_calls');

describe('tool calls as servers send them', () => {
  test('are read in parts, by index', () => {
    const { toolCalls } = read([
      delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'read_file', arguments: '' } }] }),
      delta({ tool_calls: [{ index: 1, id: 'b', function: { name: 'list_files', arguments: '{}' } }] }),
      delta({ tool_calls: [{ index: 0, function: { arguments: '{"path":' } }] }),
      delta({ tool_calls: [{ index: 0, function: { arguments: '"a.md"}' } }] }),
      end,
    ]);
    expect(toolCalls).toEqual([
      { id: 'a', name: 'read_file', arguments: '{"path":"a.md"}' },
      { id: 'b', name: 'list_files', arguments: '{}' },
    ]);
  });

  test('are read whole, all with index 0', () => {
    const { toolCalls } = read([
      delta({
        tool_calls: [{ index: 0, id: 'a', function: { name: 'read_file', arguments: '{"path":"a.md"}' } }],
      }),
      delta({
        tool_calls: [{ index: 0, id: 'b', function: { name: 'read_file', arguments: '{"path":"b.md"}' } }],
      }),
      end,
    ]);
    expect(toolCalls.map((call) => [call.id, call.arguments])).toEqual([
      ['a', '{"path":"a.md"}'],
      ['b', '{"path":"b.md"}'],
    ]);
  });

  test('are read with id and name repeated in every part', () => {
    expect(read([repeated('{"path":'), repeated('"a.md"}'), end]).toolCalls).toEqual([
      { id: 'a', name: 'read_file', arguments: '{"path":"a.md"}' },
    ]);
  });

  test('get distinct ids when they have none', () => {
    const call = { function: { name: 'list_files', arguments: '{}' } };
    const { toolCalls } = read([
      { choices: [{ message: { tool_calls: [call, call] }, finish_reason: 'tool_calls' }] },
    ]);
    expect(toolCalls).toHaveLength(2);
    expect(new Set(toolCalls.map((one) => one.id)).size).toBe(2);
    expect(toolCalls[0]?.id).toMatch(/^call_/);
  });

  const f = (name: string | undefined, text: unknown, more: object = {}) => ({
    ...more,
    function: { ...(name !== undefined && { name }), arguments: text },
  });
  const chunks = (...calls: object[]) => [...calls.map((one) => delta({ tool_calls: [one] })), end];
  const oneCall = [['list_files', '{"path":"."}']];
  const twoCalls = [
    ['list_files', '{}'],
    ['read_file', '{"path":"a"}'],
  ];
  test.each<[string, unknown[], string[][]]>([
    ['arguments as an object', chunks(f('list_files', { path: '.' })), oneCall],
    [
      'index 0 for all, and no ids',
      chunks(f('list_files', '{}', { index: 0 }), f('read_file', '{"path":"a"}', { index: 0 })),
      twoCalls,
    ],
    [
      'index 0 for all, no ids, in parts',
      chunks(
        f('list_files', '', { index: 0 }),
        f('read_file', '', { index: 0 }),
        f(undefined, '{"path":', { index: 0 }),
        f(undefined, '"a"}', { index: 0 }),
      ),
      twoCalls,
    ],
    ['neither index nor id', chunks(f('list_files', '{}'), f('read_file', '{"path":"a"}')), twoCalls],
    [
      'the same call twice with other arguments, neither index nor id',
      chunks(f('read_file', '{"path":"a"}'), f('read_file', '{"path":"b"}')),
      [
        ['read_file', '{"path":"a"}'],
        ['read_file', '{"path":"b"}'],
      ],
    ],
    [
      'another id in every part',
      chunks(
        f('list_files', '{"pa', { index: 0, id: 'r1' }),
        f(undefined, 'th":', { index: 0, id: 'r2' }),
        f(undefined, '"."}', { index: 0, id: 'r3' }),
      ),
      oneCall,
    ],
    [
      'another id and the name in every part',
      chunks(
        f('list_files', '', { index: 0, id: 'r1' }),
        f('list_files', '{"path":', { index: 0, id: 'r2' }),
        f('list_files', '"."}', { index: 0, id: 'r3' }),
      ),
      oneCall,
    ],
    [
      'another id in every part, two calls by index',
      chunks(
        f('list_files', '{', { index: 0, id: 'r1' }),
        f(undefined, '}', { index: 0, id: 'r2' }),
        f('read_file', '{"path":', { index: 1, id: 'r3' }),
        f(undefined, '"a"}', { index: 1, id: 'r4' }),
      ),
      twoCalls,
    ],
    [
      'index 0 for all, mixed parts told apart by lasting ids',
      chunks(
        f('read_file', '{"path":', { index: 0, id: 'a' }),
        f('read_file', '{"path":', { index: 0, id: 'b' }),
        f(undefined, '"a"}', { index: 0, id: 'a' }),
        f(undefined, '"b"}', { index: 0, id: 'b' }),
      ),
      [
        ['read_file', '{"path":"a"}'],
        ['read_file', '{"path":"b"}'],
      ],
    ],
    [
      'one id for all calls, index 0 for all',
      chunks(
        f('list_files', '{}', { index: 0, id: 'x' }),
        f('read_file', '{"path":"a"}', { index: 0, id: 'x' }),
      ),
      twoCalls,
    ],
    [
      'the whole call once more at the end',
      chunks(
        f('list_files', '{"path":', { index: 0, id: 'a' }),
        f(undefined, '"."}', { index: 0 }),
        f('list_files', '{"path":"."}', { index: 0, id: 'a' }),
      ),
      oneCall,
    ],
    [
      'an empty object before the arguments',
      chunks(f('list_files', '{}', { index: 0, id: 'a' }), f(undefined, '{"path":"."}', { index: 0 })),
      oneCall,
    ],
    [
      'the index only in the first part',
      chunks(f('list_files', '{"path":', { index: 1, id: 'a' }), f(undefined, '"."}')),
      oneCall,
    ],
    [
      'the index as a text, the id as a number',
      chunks(f('list_files', '{"path":"."}', { index: '0', id: 7 })),
      oneCall,
    ],
    [
      'null in all other fields',
      chunks(f('list_files', '{"path":"."}', { index: null, id: null, type: null })),
      oneCall,
    ],
    [
      'a call without the function around it',
      chunks({ name: 'list_files', arguments: { path: '.' } }),
      oneCall,
    ],
    [
      'a single call in place of a list',
      [delta({ tool_calls: f('list_files', '{"path":"."}') }), end],
      oneCall,
    ],
    [
      'the form before there were several calls',
      [
        delta({ function_call: { name: 'list_files', arguments: '{"path":"."}' } }),
        delta({}, 'function_call'),
      ],
      oneCall,
    ],
    [
      'several calls in one part, all with index 0',
      [
        delta({
          tool_calls: [f('list_files', '{}', { index: 0 }), f('read_file', '{"path":"a"}', { index: 0 })],
        }),
        end,
      ],
      twoCalls,
    ],
    ['arguments that are JSON twice', chunks(f('list_files', JSON.stringify('{"path":"."}'))), oneCall],
    ['null for arguments', chunks(f('list_files', 'null'), f('read_file', '{"path":"a"}')), twoCalls],
    ['an empty text for arguments', chunks(f('list_files', '""'), f('read_file', '{"path":"a"}')), twoCalls],
    ['an unknown finish word', [delta({ tool_calls: [f('list_files', '{"path":"."}')] }, 'done')], oneCall],
  ])('are read with %s', (_name, parts, calls) => {
    const { toolCalls } = read(parts);
    expect(toolCalls.map(({ name, arguments: text }) => [name, text])).toEqual(calls);
    expect(toolCalls.every(({ id }) => id !== '' && id.length <= 40)).toBe(true);
    expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(toolCalls.length);
  });

  test('keep the fields that are not ours, of the call and of its function', () => {
    const google = { google: { thought_signature: 'SIG' } };
    const { toolCalls } = read(
      chunks(
        f('read_file', '{"path":', { index: 0, id: 'a', extra_content: google, nothing: null }),
        { index: 0, function: { arguments: '"a"}', provider_specific_fields: { seal: 1 } } },
        { index: 0, x_late: 'later' },
      ),
    );
    expect(toolCalls).toEqual([
      {
        id: 'a',
        name: 'read_file',
        arguments: '{"path":"a"}',
        extra: {
          extra_content: google,
          function: { provider_specific_fields: { seal: 1 } },
          x_late: 'later',
        },
      },
    ]);
  });

  test('keep no copy of the arguments, which could be neither redacted nor forgotten', () => {
    const { toolCalls } = read(
      chunks(
        f('read_file', '{"path":"a"}', { id: 'a', parsed_arguments: { path: 'a' }, input: '{"path":"a"}' }),
      ),
    );
    expect(toolCalls[0]).not.toHaveProperty('extra');
  });

  test('get an id that every provider takes back, and keep a longer one beside it', () => {
    const id = `call_${'x'.repeat(60)}`;
    const [call] = read(chunks(f('read_file', '{}', { id }))).toolCalls;
    expect(call?.id.length).toBeLessThanOrEqual(40);
    expect(call?.extra).toEqual({ id });
  });

  test('have a name or id corrected that no provider would accept back', () => {
    const call = (name: string) => ({ id: 'a', function: { name, arguments: '{}' } });
    const names = ['read_file', '', 'functions.read file', 'ไฟล์', 'x'.repeat(100)];
    const { toolCalls } = read([
      { choices: [{ message: { tool_calls: names.map(call) }, finish_reason: 'tool_calls' }] },
    ]);
    expect(toolCalls.map(({ name }) => name)).toEqual([
      'read_file',
      'unnamed',
      'functions_read_file',
      '____',
      'x'.repeat(64),
    ]);
    expect(toolCalls[0]?.id).toBe('a');
    expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(names.length);
  });
});

test('reasoning is read under either name', () => {
  const reader = createAnswerReader('m', request);
  expect(reader.add(delta({ reasoning_content: 'hm' }))).toEqual({ text: '', thinking: 'hm' });
  expect(reader.add(delta({ reasoning: 'hm' }))).toEqual({ text: '', thinking: 'hm' });
});

test('tokens are counted when the provider reports none', () => {
  const reply = read([delta({ content: 'The port is 8081' }, 'stop')]);
  expect(reply.model).toBe('asked-model');
  expect(reply.usage.inputTokens).toBeGreaterThan(4);
  expect(reply.usage.outputTokens).toBeGreaterThan(4);
});

test('the text of a refusal is the answer', () => {
  expect(read([delta({ refusal: 'I cannot help with that' }, 'stop')]).content).toBe(
    'I cannot help with that',
  );
});

test.each<[string, unknown, string]>([
  [
    'a list of parts',
    [
      { type: 'text', text: 'fi' },
      { type: 'text', text: 'ne' },
    ],
    '',
  ],
  [
    'thinking in a list',
    [
      { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
      { type: 'text', text: 'fine' },
    ],
    'hm',
  ],
  [
    'thinking as a text',
    [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'fine' },
    ],
    'hm',
  ],
  [
    'reasoning',
    [
      { type: 'reasoning', summary: [{ text: 'hm' }] },
      { type: 'output_text', text: 'fine' },
    ],
    'hm',
  ],
  ['a single part', { type: 'text', text: 'fine' }, ''],
  ['texts', ['fi', 'ne'], ''],
  ['a text with a value', [{ type: 'text', text: { value: 'fine', annotations: [] } }], ''],
  [
    'parts of unknown kinds',
    [{ type: 'image_url', image_url: {} }, { type: 'text', text: 'fine' }, null],
    '',
  ],
])('content may be %s', (_name, content, thinking) => {
  const reader = createAnswerReader('m', request);
  expect(reader.add(delta({ content }))).toMatchObject({ thinking });
  reader.add(delta({}, 'stop'));
  expect(reader.finish(false).reply.content).toBe('fine');
});

test.each([
  'eos',
  'STOP',
  'end_turn',
  'stop_sequence',
  'eos_token',
  'COMPLETE',
  'finished',
  'Stop',
  ' stop ',
])('a text that ends with %s is whole', (finishReason) => {
  expect(read([delta({ content: 'fine' }, finishReason)]).content).toBe('fine');
});

test.each(['length', 'MAX_TOKENS', 'max_tokens', 'max_output_tokens', 'model_length', 'token_limit'])(
  'a text that ends with %s is cut',
  (finishReason) => {
    expect(read([delta({ content: 'fine' }, finishReason)])).toMatchObject({ truncated: true });
  },
);

test('an answer without a finish reason is whole when the stream says that it is, or the usage follows', () => {
  const usage = { prompt_tokens: 1, completion_tokens: 1 };
  expect(read([delta({ content: 'fine' })], true).content).toBe('fine');
  expect(read([delta({ content: 'fine' }, '')], true).content).toBe('fine');
  expect(read([delta({ content: 'fine' }), { choices: [], usage }]).content).toBe('fine');
  expect(read([{ choices: [{ message: { content: 'fine' } }] }]).content).toBe('fine');
  expect(() => read([{ ...delta({ content: 'fine' }), usage }])).toThrow('in the middle');
  expect(
    read([{ choices: [{ text: 'fi' }] }, { choices: [{ text: 'ne', finish_reason: 'stop' }] }]).content,
  ).toBe('fine');
  expect(() => read([], true)).toThrow('in the middle');
});

test('the text so far beside, or in place of, a part is not added', () => {
  const both = (text: string, soFar: string, finish: string | null = null) => ({
    choices: [{ delta: { content: text }, message: { content: soFar }, finish_reason: finish }],
  });
  const soFar = (text: string, finish: string | null = null) => ({
    choices: [{ message: { content: text }, finish_reason: finish }],
  });
  expect(read([both('one', 'one'), both(' two', 'one two', 'stop')]).content).toBe('one two');
  expect(read([soFar('one'), soFar('one two', 'stop')]).content).toBe('one two');
  expect(read([soFar('one'), soFar(' two'), soFar('', 'stop')]).content).toBe('one two');
  expect(read([both('', 'one two', 'stop')]).content).toBe('one two');
});

test.each<[string[], string, string]>([
  [['The user wants X.', '\n</think>\n\nfine'], 'The user wants X.\n', 'fine'],
  [['The user wants X.</think>fine'], 'The user wants X.', 'fine'],
  [['The user wants X. ', '</th', 'ink>', ' fine'], 'The user wants X. ', 'fine'],
  [['</think>', 'fine'], '', 'fine'],
  [['Hm.\n</think>'], 'Hm.\n', ''],
  [['<thought>hm</thought>fine'], 'hm', 'fine'],
  [['[THINK]hm[/TH', 'INK]fine'], 'hm', 'fine'],
  [['hm\n[/THINK]\nfine'], 'hm\n', 'fine'],
  [['<think>hm</think>It ends with </think>.\n'], 'hm', 'It ends with </think>.\n'],
  [['Write `</think>` there'], '', 'Write `</think>` there'],
  [['```\nhm\n</think>\n```'], '', '```\nhm\n</think>\n```'],
  [['The tag "</think>" closes it'], '', 'The tag "</think>" closes it'],
  [['The tag </think> closes it'], '', 'The tag </think> closes it'],
  [['Between <think> and\n</think>\nit thinks'], '', 'Between <think> and\n</think>\nit thinks'],
  [['a </th', 'at'], '', 'a </that'],
  [['1 <', ' 2'], '', '1 < 2'],
])('thinking is told from text: %j', (texts, thought, content) => {
  const reader = createAnswerReader('m', request);
  let [text, thinking] = ['', ''];
  const note = (event: { text: string; thinking: string; reset?: true }) => {
    text = event.reset ? event.text : text + event.text;
    thinking += event.thinking;
  };
  for (const one of texts) note(reader.add(delta({ content: one })));
  reader.add(delta({ tool_calls: [{ function: { name: 'x', arguments: '{}' } }] }, 'stop'));
  const { reply, ...last } = reader.finish(false);
  note(last);
  expect({ text, thinking, content: reply.content }).toEqual({ text: content, thinking: thought, content });
});

test('thinking is told from text wherever the parts are cut', () => {
  const piece = fc.constantFrom(
    '<think>',
    '</think>',
    '\n',
    ' ',
    'fine',
    '.',
    '`',
    '<',
    '[THINK]',
    '[/THINK]',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), (pieces, size) => {
      const whole = pieces.join('');
      const cut = whole.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
      expect(splitAll(cut)).toEqual(splitAll([whole]));
    }),
  );
});

function splitAll(parts: string[]) {
  const split = createThinkSplitter();
  let [text, thinking] = ['', ''];
  for (const { part, isEnd } of [
    ...parts.map((one) => ({ part: one, isEnd: false })),
    { part: '', isEnd: true },
  ]) {
    const found = split(part, isEnd);
    text = found.reset ? found.text : text + found.text;
    thinking += found.thinking;
  }
  return { text, thinking };
}

test('fields that only inform refuse no answer, whatever they are', () => {
  const odd = [7, 'x', true, [], {}, null];
  for (const value of odd) {
    const { content } = read([
      {
        id: value,
        model: value,
        usage: value,
        created: value,
        choices: [
          {
            index: value,
            logprobs: value,
            delta: {
              role: value,
              content: 'fine',
              refusal: null,
              reasoning: value,
              reasoning_content: null,
              annotations: value,
            },
            finish_reason: 'stop',
          },
        ],
      },
      {
        choices: null,
        usage: { prompt_tokens: value, completion_tokens: value, prompt_tokens_details: value },
      },
    ]);
    expect(content).toBe('fine');
  }
});

test.each([
  [null, 'model_failed', true],
  ['error', 'model_failed', true],
  ['insufficient_system_resource', 'model_failed', true],
  ['SAFETY', 'model_refused', false],
  ['network_error', 'model_failed', true],
  ['sensitive', 'model_refused', false],
  ['content_filter', 'model_refused', false],
])('an answer that ends with %s is a failure', (finishReason, code, isRetryable) => {
  expect(() => read([delta({ content: 'The port' }, finishReason)])).toThrow(
    expect.objectContaining({ code, isRetryable }),
  );
});

test.each([['text'], [7], [{ choices: 'none' }], [{ choices: [{ delta: { content: 7 } }] }]])(
  'a part in an unknown format (%j) is a failure',
  (part) => {
    expect(() => read([part])).toThrow(/an unknown format/);
  },
);

function read(parts: unknown[], isDone = false) {
  const reader = createAnswerReader('asked-model', request);
  for (const part of parts) reader.add(part);
  return reader.finish(isDone).reply;
}

function delta(value: unknown, finishReason: string | null = null) {
  return { choices: [{ delta: value, finish_reason: finishReason }] };
}

const repeated = (text: string) =>
  delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'read_file', arguments: text } }] });
