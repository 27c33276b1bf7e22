import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContextMessage } from '../ports.ts';
import { countMessageTokens } from '../text/tokens.ts';
import {
  anyConversation,
  assistantCalls,
  assistantSays,
  brokenPairs,
  hostInstructs,
  numbered,
  toolAnswers,
  userSays,
} from './conversation.fixture.ts';
import { compactedMessage, isNotice, slidMessage } from './host-messages.ts';
import { groupMessages } from '../transcript/group-messages.ts';
import { slideWindow } from './slide.ts';

describe('the sliding window', () => {
  it('leaves a context that fits as it is', () => {
    const messages = numbered([userSays('request'), assistantSays('answer')]);
    expect(slideWindow({ messages, fixedTokens: 100, window: 120 })).toEqual({
      messages,
      slid: 0,
      shortened: 0,
    });
  });

  it('never drops the instructions of the host, and shortens all else before them', () => {
    const instructions = hostInstructs('word '.repeat(600), { tokens: 600 });
    const messages = [
      instructions,
      ...numbered([
        userSays('request', { tokens: 100 }),
        assistantSays('one', { tokens: 400 }),
        assistantSays('note '.repeat(500), { tokens: 504 }),
      ]),
    ];
    const { messages: left } = slideWindow({ messages, fixedTokens: 0, window: 1_000 });
    expect(left[0]).toBe(instructions);
    expect(sum(left)).toBeLessThanOrEqual(1_000);
  });

  it('drops the oldest messages first, with a note in their place, and keeps request, summary and pinned messages', () => {
    const messages = [
      ...numbered([userSays('request', { tokens: 100 })]),
      compactedMessage('what was'),
      ...numbered([
        assistantSays('one', { tokens: 400 }),
        assistantSays('pinned', { tokens: 400, pinned: true }),
        assistantSays('two', { tokens: 400 }),
        assistantSays('three', { tokens: 400 }),
      ]),
    ];
    const room = sum(messages) - 700;
    const { messages: left, slid } = slideWindow({ messages, fixedTokens: 0, window: room });
    expect(slid).toBe(2);
    expect(left.map((one) => one.message.content.slice(0, 19))).toEqual([
      'request',
      '[Context compacted]',
      'pinned',
      '[Context cut]\nThe h',
      'three',
    ]);
  });

  it('notes only once that messages are gone, however often it slides', () => {
    const messages = numbered(
      Array.from({ length: 12 }, (_, index) => assistantSays(`${index}`, { tokens: 100 })),
    );
    const once = slideWindow({ messages, fixedTokens: 0, window: 900 }).messages;
    const twice = slideWindow({ messages: once, fixedTokens: 0, window: 600 }).messages;
    expect(twice.filter(isNotice)).toHaveLength(1);
  });

  it('drops pinned messages and the first request only when nothing else is left', () => {
    const messages = numbered([
      userSays('first', { tokens: 500 }),
      assistantSays('pinned', { tokens: 500, pinned: true }),
      userSays('latest', { tokens: 100 }),
      assistantCalls(['a'], { tokens: 100 }),
      toolAnswers('a', { tokens: 300 }),
    ]);
    const { messages: left } = slideWindow({ messages, fixedTokens: 0, window: 600 });
    expect(contents(left)).toEqual([slidMessage().message.content, 'latest', '', 'result of a']);
  });

  it('shortens what cannot leave: a giant message keeps its beginning and end', () => {
    const content = Array.from({ length: 5_000 }, (_, line) => `line ${line}`).join('\n');
    const giant = { ...userSays(content), tokens: countMessageTokens({ role: 'user', content }) };
    const { messages, shortened, slid } = slideWindow({
      messages: [giant],
      fixedTokens: 1_000,
      window: 5_000,
    });
    const [left] = messages;
    expect({ shortened, slid }).toEqual({ shortened: 1, slid: 0 });
    expect(sum(messages)).toBeLessThanOrEqual(4_000);
    expect(sum(messages)).toBeGreaterThan(3_500);
    expect(left?.message.content).toMatch(/^line 0\n[\s\S]*\[… \d+ tokens left out …\][\s\S]*line 4999$/);
  });

  it('replaces arguments that alone fill the window, with valid JSON', () => {
    const text = 'a word and another '.repeat(4_000);
    const message = {
      role: 'assistant' as const,
      content: '',
      toolCalls: [{ id: 'a', name: 'write', arguments: JSON.stringify({ text }) }],
    };
    const calls = { message, number: 1, pinned: false, tokens: countMessageTokens(message) };
    const { messages } = slideWindow({ messages: [calls, toolAnswers('a')], fixedTokens: 0, window: 3_000 });
    expect(sum(messages)).toBeLessThanOrEqual(3_000);
    const left = messages[0]?.message;
    expect(left?.role === 'assistant' && left.toolCalls?.[0]?.arguments).toBe(
      '{"left_out":"the arguments were too long"}',
    );
  });

  it('never separates a call from its result, and frees what is required, for any conversation', () => {
    fc.assert(
      fc.property(anyConversation, fc.integer({ min: 100, max: 8_000 }), (messages, window) => {
        const slide = slideWindow({ messages, fixedTokens: 0, window });
        // a shortened message is another object, so its pairs cannot be compared
        if (slide.shortened === 0) expect(brokenPairs(messages, slide.messages)).toEqual([]);
        const mustStay = tokensThatStay(messages) + slidMessage().tokens;
        if (mustStay <= window) expect(sum(slide.messages)).toBeLessThanOrEqual(window);
        const gone = messages.length - slide.messages.filter((one) => !isNotice(one)).length;
        expect(slide.slid).toBe(gone);
      }),
      { numRuns: 500 },
    );
  });
});

/** Tokens of the last group and of the group with the latest request. */
function tokensThatStay(messages: ContextMessage[]): number {
  const latest = messages.findLastIndex((one) => one.message.role === 'user');
  const groups = groupMessages(messages);
  return groups
    .filter((group) => group === groups.at(-1) || (group.start <= latest && latest < group.end))
    .reduce((total, group) => total + group.tokens, 0);
}

function sum(messages: readonly ContextMessage[]) {
  return messages.reduce((total, one) => total + one.tokens, 0);
}

function contents(messages: readonly ContextMessage[]) {
  return messages.map((one) => one.message.content);
}
