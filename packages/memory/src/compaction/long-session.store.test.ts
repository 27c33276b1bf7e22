import { describe, expect, it } from 'vitest';
import type { ContextMessage } from '../ports.ts';
import { countTokens } from '../text/tokens.ts';
import { answering, runningSession, scriptedModel } from './running-session.fixture.ts';
import { openWorld } from '../../testing/open-world.ts';

const world = openWorld();

describe('a session of many windows', () => {
  it('never has more than 180,000 in its context at a model call, and every call keeps its result', async () => {
    const report = await runLong(() => false);
    expect(report.highest).toBeLessThanOrEqual(160_000);
    expect(report.slid).toBe(0);
    expect(report.compactions).toBeGreaterThan(10);
    expect(report.requests).toHaveLength(report.compactions);
    const { summary, messageCount, summaryThrough, extractedThrough } = await report.session.session();
    expect(countTokens(summary ?? '')).toBeLessThanOrEqual(5_000);
    expect(extractedThrough).toBe(summaryThrough);
    expect(report.longestList).toBeLessThan(messageCount / 4);
  }, 120_000);

  it.each([32_000, 16_000])(
    'stays within a model’s window of %i',
    async (modelWindow) => {
      const report = await runLong(() => false, modelWindow);
      expect(report.highest).toBeLessThanOrEqual(modelWindow * 0.9);
      expect(report.compactions).toBeGreaterThan(15);
    },
    120_000,
  );

  it('keeps its window even when the model answers rubbish most of the time', async () => {
    const report = await runLong((call) => call % 40 !== 0);
    expect(report.highest).toBeLessThanOrEqual(180_000);
    expect(report.slid).toBeGreaterThan(0);
    expect(report.compactions).toBeGreaterThan(2);
  }, 120_000);
});

function sum(messages: readonly ContextMessage[], fixedTokens: number) {
  return messages.reduce((total, one) => total + one.tokens, fixedTokens);
}

/** A fixed sequence of numbers from 0 to 1, so that every run is the same. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function problemsOf(messages: readonly ContextMessage[]): string[] {
  let open = new Set<string>();
  const problems: string[] = [];
  for (const { message } of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.toolCallId)) problems.push(`${message.toolCallId} answers nothing`);
    } else {
      problems.push(...[...open].map((id) => `${id} has no result`));
      open = new Set(message.role === 'assistant' ? (message.toolCalls ?? []).map((call) => call.id) : []);
    }
  }
  return [...problems, ...[...open].map((id) => `${id} has no result`)];
}

/**
 * Runs a session with many tool calls up to 1,000,000 tokens, compacting before each step as a host does; with a smaller window
 * up to ten windows.
 */
async function runLong(answerFails: (call: number) => boolean, modelWindow = 200_000) {
  const random = sequence(7);
  const share = modelWindow / 200_000;
  const limits = { trigger: 160_000 * share, target: 105_000 * share, window: 180_000 * share };
  const fixedTokens = 20_000 * share;
  const { model, requests } = scriptedModel((_, call) =>
    answerFails(call)
      ? 'rubbish'
      : answering({ work: [`the work up to here`], next: ['go on'] }, [{ content: `fact`, messages: [] }]),
  );
  const session = await runningSession(world.database, { model, options: { compaction: limits } });
  await session.append({ role: 'user', content: 'the first request', tokens: 800 });
  const report = { steps: 0, highest: 0, compactions: 0, slid: 0, longestList: 0, requests, session };
  let written = 800;
  while (written < Math.min(1_000_000, 2_000_000 * share)) {
    report.steps += 1;
    const outcome = await session.compact(fixedTokens);
    if (outcome.outcome === 'compacted') {
      report.compactions += 1;
      expect(outcome.tokensAfter).toBeLessThanOrEqual(limits.target);
      expect(outcome.tokensBefore - outcome.tokensAfter).toBeGreaterThan(13_000 * share);
    } else if (outcome.outcome === 'failed') report.slid += outcome.slid;
    // the context that the model would now be called with
    expect(problemsOf(session.messages)).toEqual([]);
    expect(session.messages[0]?.message.content).toBe('the first request');
    report.highest = Math.max(report.highest, sum(session.messages, fixedTokens));
    report.longestList = Math.max(report.longestList, session.messages.length);

    const calls = 1 + Math.floor(random() * 4);
    const ids = Array.from({ length: calls }, (_, index) => `${report.steps}-${index}`);
    const results = ids.map((id) => ({
      role: 'tool' as const,
      toolCallId: id,
      content: `result of ${id} in src/file-${report.steps % 50}.ts`,
      tokens: Math.floor((200 + random() ** 4 * 9_000) * share),
    }));
    await session.append(
      ...(random() < 0.1 ? [{ role: 'user' as const, content: `request ${report.steps}`, tokens: 300 }] : []),
      {
        role: 'assistant',
        tokens: 150 * calls,
        toolCalls: ids.map((id) => ({ id, name: 'read', arguments: '{}' })),
      },
      ...results,
    );
    written += 150 * calls + results.reduce((total, one) => total + one.tokens, 0);
  }
  return report;
}
