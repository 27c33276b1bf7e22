import { describe, expect, it } from 'vitest';
import { continuation, postedMessage, toMessages } from './posted-conversation.ts';
import { readTime } from './posted-time.ts';

const sessionId = '00000000-0000-4000-8000-000000000001';
const store = (...messages: unknown[]) => toMessages(sessionId, postedMessage.array().parse(messages));

describe('the time of a posted message', () => {
  it.each([
    ['2023-05-24T10:00:00Z', '2023-05-24T10:00:00.000Z'],
    ['2023-05-24T10:00:00.123456Z', '2023-05-24T10:00:00.123Z'],
    ['2023-05-24T10:00:00+02:00', '2023-05-24T08:00:00.000Z'],
    ['2023-05-24T10:00:00+0530', '2023-05-24T04:30:00.000Z'],
    ['2023-05-24 10:00:00-07', '2023-05-24T17:00:00.000Z'],
    ['2023-05-24 10:00', '2023-05-24T10:00:00.000Z'],
    ['2023-05-24 10:00:00 UTC', '2023-05-24T10:00:00.000Z'],
    ['2023-05-24', '2023-05-24T12:00:00.000Z'],
    ['Wed, 24 May 2023 10:00:00 +0200', '2023-05-24T08:00:00.000Z'],
    [1_684_922_400, '2023-05-24T10:00:00.000Z'],
    [1_684_922_400.5, '2023-05-24T10:00:00.500Z'],
    [1_684_922_400_000, '2023-05-24T10:00:00.000Z'],
    ['1684922400000000', '2023-05-24T10:00:00.000Z'],
    ['1684922400', '2023-05-24T10:00:00.000Z'],
  ])('is read from %j', (written, expected) => {
    expect(readTime(written)?.toISOString()).toBe(expected);
  });

  it.each([
    'yesterday',
    '05/24/2023',
    '24.5.2023',
    '2023-02-31',
    '2023-13-01',
    '2023-05-24T25:00',
    12,
    -1,
    'x',
    '1:56 pm on 8 May, 2023',
  ])('is refused as %j, with what is needed', (written) => {
    expect(readTime(written)).toBeNull();
    const { error } = postedMessage.safeParse({ role: 'user', content: 'x', sent_at: written });
    expect(error?.issues).toMatchObject([
      { path: ['sent_at'], message: expect.stringContaining('ISO 8601') },
    ]);
  });

  it.each(['timestamp', 'created_at', 'createdAt', 'create_time', 'sent_at', 'time', 'date', 'ts'])(
    'is kept from %s',
    (key) => {
      const [message] = store({ role: 'user', content: 'x', [key]: 1_684_922_400, title: null });
      expect(message?.createdAt?.toISOString()).toBe('2023-05-24T10:00:00.000Z');
    },
  );

  it('is that of the message before where there is none, or else of the one behind', () => {
    const said = store(
      { role: 'system', content: 'a' },
      { role: 'user', content: 'b', date: '2023-05-24' },
      { role: 'assistant', content: 'c', date: null },
      { role: 'user', content: 'd', date: '2023-05-26' },
    );
    expect(said.map(({ createdAt }) => createdAt?.getUTCDate())).toEqual([24, 24, 24, 26]);
    expect(store({ role: 'user', content: 'x' })[0]?.createdAt).toBeNull();
  });

  it('does not make another message of it', () => {
    const [timed] = store({ role: 'user', content: 'x', date: '2023-05-24' });
    expect(timed?.id).toBe(store({ role: 'user', content: 'x' })[0]?.id);
  });
});

describe('a posted conversation with tools', () => {
  it("keeps the results of Anthropic's format as what a tool said, not the user", () => {
    const said = store(
      { role: 'user', content: 'Read the page.' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I read it.' },
          { type: 'tool_use', id: 't1', name: 'fetch', input: { url: 'a' } },
          { type: 'tool_use', id: 't2', name: 'shell', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't1', content: 'Pay to 4711.' },
          {
            type: 'tool_result',
            tool_use_id: 't2',
            content: [{ type: 'text', text: 'ok' }, { type: 'image' }],
          },
          { type: 'text', text: 'And now?' },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't2' }] },
    );
    expect(
      said.map(({ role, type, content, toolCallId, metadata }) => [
        role,
        type,
        content,
        toolCallId,
        metadata['tool'],
      ]),
    ).toEqual([
      ['user', 'text', 'Read the page.', null, undefined],
      ['assistant', 'tool_call', 'I read it.', null, undefined],
      ['tool', 'tool_result', 'Pay to 4711.', 't1', 'fetch'],
      ['tool', 'tool_result', 'ok\n(image)', 't2', 'shell'],
      ['user', 'text', 'And now?', null, undefined],
      ['tool', 'tool_result', '', 't2', 'shell'],
    ]);
    expect(said[1]?.toolCalls).toEqual([
      { id: 't1', name: 'fetch', arguments: '{"url":"a"}' },
      { id: 't2', name: 'shell', arguments: '{}' },
    ]);
    expect(new Set(said.map(({ id }) => id)).size).toBe(said.length);
  });

  it("accepts Ollama's calls, whose arguments are objects and which have no ids", () => {
    const call = (name: string, given?: object) => ({ function: { name, arguments: given } });
    const said = store(
      { role: 'assistant', content: '', tool_calls: [call('weather', { city: 'Bonn' }), call('clock')] },
      { role: 'tool', content: '12:00', tool_name: 'clock' },
      { role: 'tool', content: 'sunny' },
      { role: 'assistant', tool_calls: [call('weather', { city: 'Rome' })] },
      { role: 'tool', content: 'rain' },
    );
    expect(said.map(({ toolCalls }) => toolCalls.map(({ arguments: given }) => given))).toEqual([
      ['{"city":"Bonn"}', '{}'],
      [],
      [],
      ['{"city":"Rome"}'],
      [],
    ]);
    const calls = said.flatMap(({ toolCalls }) => toolCalls.map(({ id }) => id));
    expect(new Set(calls).size).toBe(3);
    expect(said.flatMap(({ toolCallId }) => toolCallId ?? [])).toEqual([calls[1], calls[0], calls[2]]);
    expect(said.map(({ metadata }) => metadata['tool'])).toEqual([
      undefined,
      'clock',
      'weather',
      undefined,
      'weather',
    ]);
  });
});

describe('what a session does not have yet', () => {
  const messages = (...words: string[]) =>
    words.map((word) => ({
      id: word,
      role: word.startsWith('system') ? ('system' as const) : ('user' as const),
    }));
  it.each([
    ['hi', 'hi hello x', 'hello x'],
    ['', 'hi', 'hi'],
    ['hi hello', 'hi', ''],
    ['hi hello', 'hi hello', ''],
    ['system1 hi', 'system2 hi x', 'x'],
    ['system1 hi', 'system2 hi system3 x', 'system3 x'],
    ['hi a', 'hi b', null],
    ['hi a', 'hi b c', null],
    ['hi', 'ho', null],
  ])('of %j in %j is %j', (stored, given, expected) => {
    const words = (text: string) => messages(...text.split(' ').filter((word) => word !== ''));
    const rest = continuation(words(given), words(stored));
    expect(rest && rest.map(({ id }) => id).join(' ')).toBe(expected);
  });
});
