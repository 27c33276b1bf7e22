import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatMessage, ContextMessage } from '../ports.ts';
import { applySummary } from './apply-summary.ts';
import { anyConversation, assistantCalls, numbered, toolAnswers, userSays } from './conversation.fixture.ts';
import { findCutPoint } from './cut-point.ts';
import { compactedMessage, interruptedResult } from './host-messages.ts';
import { contextFromSession, repairPairs } from './context-from-session.ts';
import { storedMessage } from './stored-message.fixture.ts';

describe('repairing a conversation', () => {
  it('gives an interrupted call a result that says so', () => {
    const repaired = repairPairs([assistantCalls(['a', 'b']), toolAnswers('b'), userSays('go on')]);
    expect(messagesOf(repaired)).toEqual([
      assistantCalls(['a', 'b']).message,
      toolAnswers('b').message,
      interruptedResult('a').message,
      { role: 'user', content: 'go on' },
    ]);
  });

  it('moves a late result to its call', () => {
    const repaired = repairPairs([assistantCalls(['a']), userSays('meanwhile'), toolAnswers('a')]);
    expect(messagesOf(repaired).map((message) => message.role)).toEqual(['assistant', 'tool', 'user']);
  });

  it('turns a result without its call into an assistant’s text, outside other calls', () => {
    const repaired = repairPairs([
      assistantCalls(['a']),
      toolAnswers('lost', { number: 7 }),
      toolAnswers('a'),
    ]);
    expect(messagesOf(repaired)).toEqual([
      assistantCalls(['a']).message,
      toolAnswers('a').message,
      { role: 'assistant', content: '[Result of a tool call that is no longer here]\nresult of lost' },
    ]);
    expect(repaired[2]?.number).toBe(7);
  });

  it('keeps the first of two results of one call as its result', () => {
    const second = {
      ...toolAnswers('a'),
      message: { role: 'tool' as const, toolCallId: 'a', content: 'again' },
    };
    const repaired = repairPairs([assistantCalls(['a']), toolAnswers('a'), second]);
    expect(messagesOf(repaired).slice(1)).toEqual([
      toolAnswers('a').message,
      { role: 'assistant', content: '[Result of a tool call that is no longer here]\nagain' },
    ]);
  });

  it('distinguishes calls that reuse an id', () => {
    const twice = [assistantCalls(['x']), toolAnswers('x'), assistantCalls(['x']), toolAnswers('x')];
    expect(repairPairs(twice)).toEqual(twice);
  });

  it('makes every call directly followed by its results, once, in any conversation, and is idempotent', () => {
    fc.assert(
      fc.property(anyConversation, (messages) => {
        const repaired = repairPairs(messages);
        expect(formProblems(repaired)).toEqual([]);
        expect(repairPairs(repaired)).toEqual(repaired);
        for (const one of messages) {
          if (one.message.role !== 'tool') expect(repaired).toContain(one);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('reopening a session', () => {
  it('starts from the summary and the later messages', () => {
    const context = contextFromSession({ summary: 'what was', summaryThrough: 2 }, [
      storedMessage({ number: 3, role: 'user', content: 'and now?' }),
      storedMessage({ number: 4, role: 'assistant', content: 'this' }),
    ]);
    expect(context).toEqual([
      compactedMessage('what was'),
      expect.objectContaining({ number: 3, message: { role: 'user', content: 'and now?' } }),
      expect.objectContaining({ number: 4, message: { role: 'assistant', content: 'this' } }),
    ]);
  });

  it('takes all of a session without a summary', () => {
    const context = contextFromSession({ summary: null, summaryThrough: 0 }, [
      storedMessage({ number: 1, role: 'user', content: 'hello', tokens: 7, pinned: true }),
    ]);
    const message = { role: 'user', content: 'hello' };
    expect(context).toEqual([{ message, number: 1, tokens: 7, pinned: true, stored: message }]);
  });

  it('yields the running session’s context from all messages', () => {
    fc.assert(
      fc.property(anyConversation, (conversation) => {
        const running = repairPairs(numbered(conversation)).flatMap((one) =>
          one.number === null ? [] : [{ ...one, stored: one.message }],
        );
        const cut = findCutPoint({
          messages: running,
          fixedTokens: 0,
          target: 1_000,
          summaryTokens: 200,
          minimumGain: 0,
          coveredThrough: 0,
        });
        if (cut === null) return;
        const summary = { text: 'what was', through: cut };
        const stored = running.map(({ message, number, tokens, pinned }) =>
          storedMessage({ ...partsOf(message), number: number ?? 0, tokens, pinned }),
        );
        const reopened = contextFromSession(
          { summary: summary.text, summaryThrough: summary.through },
          stored,
        );
        expect(reopened).toEqual(repairPairs(applySummary(running, summary)));
      }),
      { numRuns: 300 },
    );
  });

  it('completes a turn that was killed between a call and its result', () => {
    const context = contextFromSession({ summary: null, summaryThrough: 0 }, [
      storedMessage({ number: 1, role: 'user', content: 'read it' }),
      storedMessage({
        number: 2,
        role: 'assistant',
        toolCalls: [{ id: 'a', name: 'read', arguments: '{}' }],
      }),
    ]);
    expect(messagesOf(context).at(-1)).toEqual(interruptedResult('a').message);
  });
});

function partsOf(message: ChatMessage) {
  switch (message.role) {
    case 'assistant':
      return { role: message.role, content: message.content, toolCalls: message.toolCalls ?? [] };
    case 'tool':
      return { role: message.role, content: message.content, toolCallId: message.toolCallId };
    default:
      return { role: message.role, content: message.content };
  }
}

/** Returns what a provider would reject: a call without its result directly after it, or a result without a call. */
function formProblems(messages: readonly ContextMessage[]): string[] {
  const problems: string[] = [];
  let open = new Set<string>();
  for (const { message } of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.toolCallId)) problems.push(`${message.toolCallId} answers nothing`);
      continue;
    }
    problems.push(...[...open].map((id) => `${id} has no result`));
    open = new Set(message.role === 'assistant' ? (message.toolCalls ?? []).map((call) => call.id) : []);
  }
  return [...problems, ...[...open].map((id) => `${id} has no result`)];
}

function messagesOf(list: readonly ContextMessage[]): ChatMessage[] {
  return list.map((one) => one.message);
}
