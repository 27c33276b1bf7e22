import type { ModelRequest } from '@devai/memory';
import { describe, expect, test } from 'vitest';
import { createAnswerReader } from './openai-answer.ts';

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

test.each([
  [null, 'model_failed', true],
  ['network_error', 'model_failed', true],
  ['sensitive', 'model_refused', false],
  ['content_filter', 'model_refused', false],
])('an answer that ends with %s is a failure', (finishReason, code, isRetryable) => {
  expect(() => read([delta({ content: 'The port' }, finishReason)])).toThrow(
    expect.objectContaining({ code, isRetryable }),
  );
});

test.each([[null], ['text'], [{ choices: 'none' }], [{ choices: [{ delta: { content: 7 } }] }]])(
  'a part in an unknown format (%j) is a failure',
  (part) => {
    expect(() => read([part])).toThrow(/an unknown format/);
  },
);

function read(parts: unknown[]) {
  const reader = createAnswerReader('asked-model', request);
  for (const part of parts) reader.add(part);
  return reader.finish();
}

function delta(value: unknown, finishReason: string | null = null) {
  return { choices: [{ delta: value, finish_reason: finishReason }] };
}

const repeated = (text: string) =>
  delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'read_file', arguments: text } }] });
