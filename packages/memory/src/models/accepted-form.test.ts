import type { ChatMessage, ModelRequest } from '../ports.ts';
import { APIError } from 'openai';
import { describe, expect, test, vi } from 'vitest';
import { createAcceptedForm, forms } from './accepted-form.ts';
import { commonForm, type RequestForm } from './request-form.ts';
import { toOpenAIRequest } from './openai-request.ts';

const signed = { extra_content: { google: { thought_signature: 'SIG' } } };
const messages: ChatMessage[] = [
  { role: 'system', content: 'You are CHAPO.' },
  { role: 'user', content: 'Which ports?' },
  {
    role: 'assistant',
    content: '',
    toolCalls: [
      { id: 'a', name: 'read_file', arguments: '{}', extra: { id: `call_${'x'.repeat(60)}`, ...signed } },
      { id: 'b', name: 'read_file', arguments: '{}' },
    ],
  },
  { role: 'tool', toolCallId: 'a', content: '8080' },
  { role: 'tool', toolCallId: 'b', content: '8081' },
  { role: 'user', content: 'And?' },
  { role: 'user', content: 'Well?' },
  { role: 'system', content: 'Known: 8080.' },
];
const request: ModelRequest = {
  messages,
  maxOutputTokens: 12_000,
  schema: { name: 'ports', schema: { type: 'object' } },
};

type Learnt = [refusal: string, change: Partial<RequestForm>, from?: Partial<RequestForm>];
const learnt: Learnt[] = [
  [
    "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
    { outputLimit: 'max_completion_tokens' },
  ],
  [
    'Unknown field max_completion_tokens',
    { outputLimit: 'max_tokens' },
    { outputLimit: 'max_completion_tokens' },
  ],
  ['max_tokens: Extra inputs are not permitted', { outputLimit: 'max_completion_tokens' }],
  ['Invalid max_tokens value, the valid range of max_tokens is [1, 8192]', { mostOutput: 8_192 }],
  ['Range of max_tokens should be [1, 8192]', { mostOutput: 8_192 }],
  [
    'max_tokens is too large: 12000. This model supports at most 4096 completion tokens, whereas you provided 12000.',
    { mostOutput: 4_096 },
  ],
  [
    '`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model',
    { mostOutput: 8_192 },
  ],
  [
    'max_tokens: 12000 > 8192, which is the maximum allowed number of output tokens for claude-3-5-sonnet-20241022',
    { mostOutput: 8_192 },
  ],
  ['max_tokens (12,000) exceeds the limit of 8,192', { mostOutput: 8_192 }],
  [
    'max_completion_tokens must not be greater than 4096tokens, for gpt-4-0613 it is 4096',
    { mostOutput: 4_096 },
  ],
  ['The maximum number of output tokens is 8k', { mostOutput: 8_192 }],
  ['max_tokens参数不能超过4096', { mostOutput: 4_096 }],
  ['Input should be less than or equal to 8192: max_tokens', { mostOutput: 8_192 }],
  ['max_tokens is too large', { outputLimit: 'none' }],
  [
    "'max_tokens' or 'max_completion_tokens' is too large: 12000. This model's maximum context length is 500 tokens and your request has 300 input tokens",
    { outputLimit: 'none' },
  ],
  ['max_tokens must be at most 8192', { mostOutput: 2_048, outputLimit: 'none' }, { mostOutput: 2_048 }],
  ['stream_options is not supported', { streamUsage: false }],
  ['This response_format type is unavailable now', { structuredOutput: 'json_object' }],
  ['json_schema is not supported', { structuredOutput: 'json_object' }],
  ['JSON mode is not supported', { structuredOutput: 'none' }, { structuredOutput: 'json_object' }],
  ['Unrecognized request argument supplied: strict', { strict: false }],
  ['refused', { structuredOutput: 'json_object' }],
  ['System message must be at the beginning.', { systemMessages: 'first' }],
  ['System messages are only allowed at the start', { systemMessages: 'first' }],
  ['Developer instruction is not enabled for models/gemma-3-27b-it', { systemMessages: 'user' }],
  ['System role not supported', { systemMessages: 'user' }],
  [
    "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
    { systemMessages: 'user' },
  ],
  ['Only user and assistant roles are supported!', { systemMessages: 'user' }],
  ['Conversation roles must alternate user/assistant/user/assistant/...', { systemMessages: 'user' }],
  ['This model only supports single tool-calls at once!', { parallelToolCalls: false }],
  ['parallel tool calls are not supported', { parallelToolCalls: false }],
  ['The `reasoning_content` in the thinking mode must be passed back to the API.', { returnsThinking: true }],
  ['reasoning_content must not be empty', { returnsThinking: 'never empty' }, { returnsThinking: true }],
  ["property 'reasoning_content' is unsupported", { returnsThinking: false }, { returnsThinking: true }],
  ['invalid message content type: <nil>', { emptyContent: 'text' }],
  ['messages.2.content: Input should be a valid string', { emptyContent: 'text' }],
  ["Invalid type for 'messages[2].content': expected a string, but got null", { emptyContent: 'text' }],
  ['Assistant message must have either content or tool_calls, but not none.', { emptyContent: 'text' }],
  ['can only concatenate str (not "NoneType") to str', { emptyContent: 'text' }],
  ['content cannot be empty', { emptyContent: 'absent' }, { emptyContent: 'text' }],
  ['messages: text content blocks must be non-empty', { emptyContent: 'dot' }, { emptyContent: 'absent' }],
  ["Unknown parameter: 'messages[2].tool_calls[0].extra_content'", { returnsExtra: false }],
  ['messages.2.tool_calls.0: Extra inputs are not permitted', { returnsExtra: false }],
  [
    'Function call is missing a thought_signature in functionCall parts.',
    { signsCalls: 'missing' },
    { returnsExtra: false },
  ],
  ['Thought signature is not valid', { signsCalls: 'all' }, { signsCalls: 'missing' }],
  [
    "Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got 65",
    { callIds: 'short' },
  ],
  [
    'Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.',
    { callIds: 'letters' },
    { callIds: 'short' },
  ],
  [
    "tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    { callIds: 'letters' },
    { callIds: 'short' },
  ],
  ["extra_forbidden: 'top_k'", { extraBody: { seed: 1 } }, { extraBody: { top_k: 1, seed: 1 } }],
];

describe('a form is learnt from what a refusal says', () => {
  test.each(learnt)('%s', async (refusal, change, from = {}) => {
    const initial = { ...commonForm, ...from };
    const wanted = { ...initial, ...change };
    const { ask, sent } = asking(initial, (form) => (holds(form, change) ? null : refusal));
    expect(await ask()).toMatchObject(change);
    expect(sent.length).toBeLessThanOrEqual(3);
    expect(bodyOf(sent.at(-1) ?? commonForm)).toEqual(bodyOf(wanted));
  });

  test('every row of the table has a refusal here', () => {
    const unused = forms.filter(({ says, others }) =>
      learnt.every(([refusal, , from = {}]) => {
        const form = { ...commonForm, ...from };
        return !says.test(refusal) || others({ form, refusal, request }).length === 0;
      }),
    );
    expect(unused).toEqual([]);
  });
});

test('a form is tried once, whatever the refusals say', async () => {
  const words = learnt.map(([refusal]) => refusal).join(' ');
  const { ask, sent } = asking(commonForm, () => words);
  await expect(ask()).rejects.toThrow('max_tokens');
  const bodies = sent.map((form) => JSON.stringify(bodyOf(form)));
  expect(new Set(bodies).size).toBe(bodies.length);
  expect(bodies.length).toBeLessThan(24);
});

test('thinking does not go back and forth', async () => {
  const { ask, sent } = asking(commonForm, () => 'reasoning_content must be passed back, unsupported');
  await expect(ask()).rejects.toThrow('reasoning_content');
  expect(sent.map((form) => form.returnsThinking).slice(0, 3)).toEqual([false, true, 'never empty']);
  expect(sent.filter((form) => form.returnsThinking === false)).toHaveLength(1);
});

test('a provider that refuses empty messages gets none', async () => {
  const empty: ModelRequest = {
    messages: [
      { role: 'user', content: 'Look' },
      { role: 'assistant', content: 'I look', toolCalls: [{ id: 'a', name: 'list_files', arguments: '{}' }] },
      { role: 'tool', toolCallId: 'a', content: '' },
    ],
  };
  const { ask, sent } = asking(
    commonForm,
    ({ emptyContent }) => (emptyContent === 'dot' ? null : 'messages.2.content must not be empty'),
    empty,
  );
  await ask();
  expect(sent).toHaveLength(2);
});

test('a form that changes nothing is not tried', async () => {
  const plain: ModelRequest = { messages: [{ role: 'user', content: 'Which port?' }] };
  const { ask, sent } = asking(
    commonForm,
    () => 'content null; system role; max_tokens too large; strict',
    plain,
  );
  await expect(ask()).rejects.toThrow('system role');
  expect(sent).toHaveLength(1);
});

test.each(['prompt is too long', "This model's maximum context length is 8192 tokens"])(
  'a prompt that is too long (%s) is put in no other form',
  async (words) => {
    const { ask, sent } = asking(commonForm, () => words);
    await expect(ask()).rejects.toThrow(words);
    expect(sent).toHaveLength(1);
  },
);

function asking(initial: RequestForm, refuse: (form: RequestForm) => string | null, asked = request) {
  const sent: RequestForm[] = [];
  const askInAcceptedForm = createAcceptedForm(initial, vi.fn<(form: RequestForm) => void>());
  const send = async (form: RequestForm) => {
    sent.push(form);
    const message = refuse(form);
    if (message !== null) throw new APIError(400, { message }, undefined, new Headers());
    return form;
  };
  const ask = () => askInAcceptedForm({ request: asked, bodyOf: (form) => bodyOf(form, asked), send });
  return { sent, ask };
}

const bodyOf = (form: RequestForm, asked = request) => ({
  ...toOpenAIRequest(asked, 'm', form),
  stream_options: form.streamUsage,
});

const holds = (form: RequestForm, change: Partial<RequestForm>): boolean =>
  JSON.stringify({ ...form, ...change }) === JSON.stringify(form);
