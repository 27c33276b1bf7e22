import * as fc from 'fast-check';
import type { ContextMessage } from '../ports.ts';
import type { ToolCall } from '../types.ts';

type Part = Partial<Pick<ContextMessage, 'number' | 'tokens' | 'pinned'>>;

const base = { number: null, tokens: 10, pinned: false };

export const userSays = (content: string, part: Part = {}): ContextMessage => ({
  ...base,
  ...part,
  message: { role: 'user', content },
});

export const hostInstructs = (content: string, part: Part = {}): ContextMessage => ({
  ...base,
  ...part,
  message: { role: 'system', content },
});

export const assistantSays = (content: string, part: Part = {}): ContextMessage => ({
  ...base,
  ...part,
  message: { role: 'assistant', content },
});

export const assistantCalls = (ids: string[], part: Part = {}): ContextMessage => ({
  ...base,
  ...part,
  message: { role: 'assistant', content: '', toolCalls: ids.map(callWithId) },
});

export const toolAnswers = (toolCallId: string, part: Part = {}): ContextMessage => ({
  ...base,
  ...part,
  message: { role: 'tool', toolCallId, content: `result of ${toolCallId}` },
});

const callWithId = (id: string): ToolCall => ({ id, name: 'read', arguments: '{}' });

/** Numbers messages 1, 2, 3 … as the store does. */
export const numbered = (messages: ContextMessage[]): ContextMessage[] =>
  messages.map((one, index) => ({ ...one, number: index + 1, stored: one.message }));

const tokens = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 400 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1_000, max: 20_000 }) },
);
const pinned = fc.oneof(
  { weight: 12, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
);

/** One event of a conversation. */
const happening = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('user' as const), tokens, pinned }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('assistant' as const), tokens, pinned }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('tools' as const),
      tokens,
      pinned,
      calls: fc.integer({ min: 1, max: 4 }),
      /** The number of calls that get no result. */
      unanswered: fc.integer({ min: 0, max: 4 }),
      /** Whether a user message comes while the tools run. */
      interrupted: fc.boolean(),
      /** Some models use the same ids in every step. */
      reusedIds: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('orphan' as const), tokens, pinned }) },
);

type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

/** Conversations of every form: well-formed ones, and ones with lost, late, reused and missing parts. */
export const anyConversation: fc.Arbitrary<ContextMessage[]> = fc
  .record({
    happenings: fc.array(happening, { maxLength: 40 }),
    numbers: fc.constantFrom('all' as const, 'gaps' as const, 'shuffled' as const, 'none' as const),
    seed: fc.array(fc.nat({ max: 9 }), { minLength: 7, maxLength: 7 }),
  })
  .map(({ happenings, numbers, seed }) => {
    const messages = happenings.flatMap(messagesOf);
    return messages.map((message, index) => ({ ...message, number: numberFor(index, numbers, seed) }));
  });

function messagesOf(one: Happening, index: number): ContextMessage[] {
  const part = { tokens: one.tokens, pinned: one.pinned };
  if (one.kind === 'user') return [userSays(`request ${index}`, part)];
  if (one.kind === 'assistant') return [assistantSays(`answer ${index}`, part)];
  if (one.kind === 'orphan') return [toolAnswers(`lost-${index}`, part)];
  const ids = Array.from({ length: one.calls }, (_, call) => `${one.reusedIds ? 'call' : index}-${call}`);
  const results = ids
    .slice(0, Math.max(0, ids.length - one.unanswered))
    .map((id) => toolAnswers(id, { tokens: one.tokens }));
  const interruption = one.interrupted ? [userSays(`meanwhile ${index}`)] : [];
  return [assistantCalls(ids, part), ...results.slice(0, 1), ...interruption, ...results.slice(1)];
}

function numberFor(
  index: number,
  numbers: 'all' | 'gaps' | 'shuffled' | 'none',
  seed: number[],
): number | null {
  const noise = seed[index % seed.length] ?? 0;
  if (numbers === 'none') return null;
  if (numbers === 'gaps' && noise < 2) return null;
  return numbers === 'shuffled' ? index + noise : index + 1;
}

/**
 * Returns the ids of calls that had their result before, and of which only the call or only the result remains, or
 * the result precedes the call.
 */
export function brokenPairs(before: readonly ContextMessage[], after: readonly ContextMessage[]): string[] {
  const wanted = new Set(pairsOf(before));
  const has = new Set(pairsOf(after));
  const present = new Set(after);
  return [...wanted]
    .filter(({ call, result }) => present.has(call) || present.has(result))
    .filter(({ call, result }) => ![...has].some((pair) => pair.call === call && pair.result === result))
    .map(({ id }) => id);
}

function pairsOf(
  messages: readonly ContextMessage[],
): { id: string; call: ContextMessage; result: ContextMessage }[] {
  const callers = new Map<string, ContextMessage>();
  return messages.flatMap((one) => {
    const { message } = one;
    if (message.role === 'assistant') for (const call of message.toolCalls ?? []) callers.set(call.id, one);
    if (message.role !== 'tool') return [];
    const call = callers.get(message.toolCallId);
    return call ? [{ id: message.toolCallId, call, result: one }] : [];
  });
}
