import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContextMessage } from '../ports.ts';
import { applySummary } from './apply-summary.ts';
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
import { findCutPoint } from './cut-point.ts';
import { compactedMessage, isNotice } from './host-messages.ts';

const limits = { fixedTokens: 500, target: 2_000, summaryTokens: 300, minimumGain: 100, coveredThrough: 0 };

describe('the cut point', () => {
  it('replaces the oldest messages, and no more than the target requires', () => {
    const messages = numbered([
      userSays('request', { tokens: 50 }),
      ...Array.from({ length: 10 }, (_, index) => assistantSays(`${index}`, { tokens: 200 })),
    ]);
    // 2,550 with 300 for the summary: five of 200 must go to come down to 2,000
    expect(cutOf(messages)).toBe(6);
  });

  it('goes past instructions of the host, which are not stored and stay in front', () => {
    const messages = [
      hostInstructs('Be brief.', { tokens: 500 }),
      ...numbered([
        userSays('request'),
        ...Array.from({ length: 10 }, (_, index) => assistantSays(`${index}`, { tokens: 400 })),
      ]),
    ];
    const through = cutOf(messages);
    expect(through).toBe(10);
    const [first, second, third] = applySummary(messages, { text: 'what was', through: through ?? 0 });
    expect([first?.message.content, second?.message.content]).toEqual(['Be brief.', 'request']);
    expect(third && isNotice(third)).toBe(true);
  });

  it('keeps a tool call with all its results, even when the target lies between them', () => {
    const messages = numbered([
      userSays('request'),
      assistantCalls(['a', 'b', 'c'], { tokens: 300 }),
      toolAnswers('a', { tokens: 600 }),
      toolAnswers('b', { tokens: 600 }),
      toolAnswers('c', { tokens: 600 }),
      assistantSays('done', { tokens: 200 }),
    ]);
    expect(cutOf(messages)).toBe(5);
  });

  it('keeps a call with a result that came after another message', () => {
    const messages = numbered([
      userSays('request'),
      assistantCalls(['a'], { tokens: 1_000 }),
      userSays('meanwhile', { tokens: 1_000 }),
      toolAnswers('a', { tokens: 100 }),
      assistantSays('one', { tokens: 500 }),
      userSays('last'),
    ]);
    expect(cutOf(messages)).toBe(4);
  });

  it('never replaces the last group, even when it alone exceeds the target', () => {
    const messages = numbered([
      userSays('request'),
      assistantSays('old', { tokens: 900 }),
      assistantCalls(['a'], { tokens: 100 }),
      toolAnswers('a', { tokens: 50_000 }),
    ]);
    expect(cutOf(messages)).toBe(2);
  });

  it('does not exist in one giant message', () => {
    expect(cutOf(numbered([userSays('giant', { tokens: 500_000 })]))).toBeNull();
  });

  it('exists in a conversation of tool results alone', () => {
    const messages = numbered(
      Array.from({ length: 30 }, (_, index) => toolAnswers(`${index}`, { tokens: 200 })),
    );
    const cut = cutOf(messages);
    expect(cut).not.toBeNull();
    expect(limits.fixedTokens + sum(afterCut(messages, cut ?? 0))).toBeLessThanOrEqual(limits.target);
  });

  it('does not exist when a cut would save too little', () => {
    const messages = numbered([
      userSays('request'),
      assistantSays('small', { tokens: 390 }),
      assistantSays('big', { tokens: 9_000 }),
    ]);
    expect(cutOf(messages)).toBeNull();
    expect(cutOf(messages, { minimumGain: 90 })).toBe(2);
  });

  it('lies before any message that is not stored yet', () => {
    const messages = numbered(
      Array.from({ length: 20 }, (_, index) => assistantSays(`${index}`, { tokens: 200 })),
    );
    messages[8] = assistantSays('not stored yet', { tokens: 200 });
    expect(cutOf(messages)).toBe(8);
  });

  it('includes the earlier summary, which frees its own tokens', () => {
    const messages = [
      { ...userSays('request'), number: 1 },
      { ...compactedMessage('summary'), tokens: 300 },
      ...Array.from({ length: 12 }, (_, index) => ({
        ...assistantSays('x', { tokens: 300 }),
        number: index + 41,
      })),
    ];
    // 4,410 with the earlier summary: another of the same length changes nothing, nine of 300 must go
    expect(cutOf(messages, { coveredThrough: 40 })).toBe(49);
  });
});

const check = (
  property: (messages: ContextMessage[], after: ContextMessage[], through: number, target: number) => void,
) =>
  fc.assert(
    fc.property(anyConversation, fc.integer({ min: 500, max: 6_000 }), (messages, target) => {
      const cut = cutOf(messages, { target });
      if (cut !== null) property(messages, afterCut(messages, cut), cut, target);
    }),
    { numRuns: 500 },
  );

describe('for every conversation the cut', () => {
  it('never separates a call from its result', () => {
    check((messages, after) => expect(brokenPairs(messages, after)).toEqual([]));
  });

  it('keeps the first request, the latest one and what is pinned', () => {
    check((messages, after) => {
      const requests = messages.filter((one) => one.message.role === 'user');
      const mustStay = [requests[0], requests.at(-1), ...messages.filter((one) => one.pinned)];
      for (const one of mustStay) if (one) expect(after).toContain(one);
    });
  });

  it('covers exactly the stored messages up to the named one', () => {
    check((messages, after, through) => {
      const left = messages.filter((one) => !after.includes(one));
      for (const one of left) expect(one.number ?? Infinity).toBeLessThanOrEqual(through);
      const summary = after.findIndex(isNotice);
      for (const one of after.slice(summary + 1)) expect(one.number ?? Infinity).toBeGreaterThan(through);
    });
  });

  it('frees more than its summary takes, and keeps the order', () => {
    check((messages, after) => {
      expect(sum(after)).toBeLessThanOrEqual(sum(messages) - limits.minimumGain);
      const places = after.filter((one) => !isNotice(one)).map((one) => messages.indexOf(one));
      expect(places).toEqual(places.toSorted((left, right) => left - right));
    });
  });

  it('reaches the target, or takes everything that may go', () => {
    check((messages, after, through, target) => {
      if (limits.fixedTokens + sum(after) <= target) return;
      expect(cutOf(messages, { target: 0 })).toBe(through);
    });
  });
});

function sum(messages: readonly ContextMessage[]) {
  return messages.reduce((total, one) => total + one.tokens, 0);
}

function cutOf(messages: ContextMessage[], changed: Partial<typeof limits> = {}) {
  return findCutPoint({ ...limits, ...changed, messages });
}

/** Returns the messages after the cut, with a summary that has exactly the reserved tokens. */
function afterCut(messages: readonly ContextMessage[], through: number): ContextMessage[] {
  return applySummary(messages, { text: 'summary', through }).map((message) =>
    isNotice(message) ? { ...message, tokens: limits.summaryTokens } : message,
  );
}
