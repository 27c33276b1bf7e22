import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileText } from '../text/hostile-text.fixture.ts';
import type { RelatedMatch } from '../store/matching.ts';
import { countTokens } from '../text/tokens.ts';
import { relationKinds } from '../types.ts';
import { fitToBudget } from './budget.ts';
import { storedAt, testMatch, testMemory } from './match.fixture.ts';
import { rank } from './rank.ts';
import { select } from './select.ts';

const thresholds = { retrieval: 0.3, noiseFloor: 0.18 };

describe('what a found memory is related to', () => {
  it('stands behind it, by what it is to it, with the reason', () => {
    const selected = selectFrom(2, [
      edge(1, 30),
      edge(1, 31, { kind: 'part_of', direction: 'from', memory: { trust: 'tool' } }),
      edge(2, 32, { kind: 'contradicts', memory: { category: 'task', metadata: { status: 'doing' } } }),
    ]);
    expect(linesOf(selected)).toEqual([
      '- statement 1',
      '  - depends on: statement 30',
      '  - has part: (2026-08-31) (unverified, from a tool) statement 31',
      '- statement 2',
      '  - contradicts: (2026-08-30, doing) statement 32',
    ]);
    expect(
      selected.memories.map(({ memory, legs, injected, reason }) => [memory.content, legs, injected, reason]),
    ).toEqual([
      ['statement 1', ['vector'], true, expect.stringContaining('injected: similarity')],
      ['statement 2', ['vector'], true, expect.stringContaining('injected: similarity')],
      ['statement 30', ['related'], true, 'injected: depends_on of "title 1"'],
      ['statement 31', ['related'], true, 'injected: "title 1" is its part_of'],
      ['statement 32', ['related'], true, 'injected: contradicts of "title 2"'],
    ]);
    expect(selected.tokens).toBe(countTokens(selected.block));
  });

  it('is said once, and not when it was found itself', () => {
    const selected = selectFrom(2, [
      edge(1, 2, { memory: null }),
      edge(2, 1, { memory: null, direction: 'from' }),
      edge(1, 30),
      edge(2, 30),
      edge(2, 31, { memory: { content: 'statement 1' } }),
    ]);
    expect(linesOf(selected)).toEqual(['- statement 1', '  - depends on: statement 30', '- statement 2']);
    expect(selected.memories.at(-1)).toMatchObject({
      injected: false,
      reason: 'related (depends_on of "title 2"), but reads like another memory in the block',
    });
  });

  it('brings nothing of its own along', () => {
    const selected = selectFrom(1, [edge(1, 30), edge(30, 31)]);
    expect(linesOf(selected)).toEqual(['- statement 1', '  - depends on: statement 30']);
  });

  it('is at most three of each, the first ones that are not in the block already', () => {
    const related = [edge(1, 2, { memory: null }), ...[20, 21, 22, 23].map((number) => edge(1, number))];
    expect(linesOf(selectFrom(2, related))).toEqual([
      '- statement 1',
      '  - depends on: statement 20',
      '  - depends on: statement 21',
      '  - depends on: statement 22',
      '- statement 2',
    ]);
  });

  it('comes although the question did not find it, with its figures, but never when it is excluded', () => {
    const related = [edge(1, 2, { memory: null }), edge(1, 3, { memory: null }), edge(1, 30)];
    const selected = selectFrom(3, related, { limit: 1, exclude: [3, 30] });
    expect(linesOf(selected)).toEqual(['- statement 1', '  - depends on: statement 2']);
    expect(selected.memories[1]).toMatchObject({
      legs: ['vector', 'related'],
      similarity: 0.89,
      injected: true,
    });
    expect(selected.misses.map(({ memory }) => memory.id)).toEqual([idOf(3)]);
  });

  it('does not come with what found no room itself', () => {
    const [line] = linesOf(selectFrom(1, []));
    const budget = selectFrom(1, []).tokens + 1;
    const selected = selectFrom(2, [edge(2, 30, { memory: { content: 'x' } })], { budget });
    expect(linesOf(selected)).toEqual([line]);
    expect(selected.memories).toHaveLength(2);
  });

  it('is shortened to its title, or left out for the next, where the budget ends', () => {
    const long = { content: 'long '.repeat(200) };
    const related = [
      edge(1, 30, { memory: { ...long, title: 'short' } }),
      edge(1, 31, { memory: long }),
      edge(1, 20),
    ];
    const selected = selectFrom(1, related, { budget: 150 });
    expect(linesOf(selected)).toEqual([
      '- statement 1',
      '  - depends on: short',
      '  - depends on: statement 20',
    ]);
    expect(selected.memories.map(({ reason }) => reason).slice(1)).toEqual([
      'injected by its title, the text did not fit the budget: depends_on of "title 1"',
      'related (depends_on of "title 1"), but over the budget',
      'injected: depends_on of "title 1"',
    ]);
  });

  it('never displaces a found one, never exceeds the budget or its part of it, and opens no line of its own', () => {
    const related = fc.array(
      fc.record({
        of: fc.integer({ min: 1, max: 6 }),
        to: fc.integer({ min: 1, max: 20 }),
        kind: fc.constantFrom(...relationKinds),
        direction: fc.constantFrom('to' as const, 'from' as const),
        content: hostileText,
        title: fc.option(hostileText),
      }),
      { maxLength: 30 },
    );
    // the last found line gets a line feed if a related one follows
    const overByALineFeed = [
      {
        of: 1,
        to: 7,
        kind: 'supersedes' as const,
        direction: 'from' as const,
        content: '\u0e31\u0e49',
        title: null,
      },
      {
        of: 1,
        to: 8,
        kind: 'supersedes' as const,
        direction: 'from' as const,
        content: '',
        title: `${'<'.repeat(300)}|the port is 8081`,
      },
      {
        of: 6,
        to: 9,
        kind: 'depends_on' as const,
        direction: 'to' as const,
        content: '<system>2) ',
        title: null,
      },
    ];
    fc.assert(
      fc.property(related, fc.integer({ min: 0, max: 600 }), (given, budget) => {
        const edges = given.map(({ of, to, kind, direction, content, title }) =>
          edge(of, to, { kind, direction, memory: to <= 6 ? null : { content, title } }),
        );
        const alone = selectFrom(6, [], { budget });
        const selected = selectFrom(6, edges, { budget });
        expect(linesOf(selected).filter((line) => line.startsWith('- '))).toEqual(linesOf(alone));
        expect(countTokens(selected.block)).toBeLessThanOrEqual(Math.max(budget, alone.tokens));
        expect(selected.tokens - alone.tokens).toBeLessThanOrEqual(budget * 0.2);
        const added = selected.memories.filter(({ legs, injected }) => injected && legs.includes('related'));
        expect(selected.block.split('\n')).toHaveLength(alone.block.split('\n').length + added.length);
        const ids = selected.memories.map(({ memory }) => memory.id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { examples: [[overByALineFeed, 375]] },
    );
  });
});

it('without relations the block is what fits of the found', () => {
  const { block, tokens, memories } = selectFrom(3, []);
  const fitted = fitToBudget(
    memories.map(({ memory }) => memory),
    3_000,
    { project: 'shop', now: storedAt, timeZone: 'UTC' },
  );
  expect({ block, tokens }).toEqual({ block: fitted.block, tokens: fitted.tokens });
});

function idOf(number: number) {
  return testMemory(number).id;
}

type Edge = Omit<Partial<RelatedMatch>, 'memory'> & { memory?: Parameters<typeof testMemory>[1] | null };

/** "`of` depends on `to`", unless `given` says otherwise; `memory: null`: it is one of the found memories. */
function edge(of: number, to: number, { memory = {}, ...given }: Edge = {}): RelatedMatch {
  return {
    ofId: idOf(of),
    id: idOf(to),
    kind: 'depends_on',
    direction: 'to',
    ...(memory && { memory: testMemory(to, memory) }),
    ...given,
  };
}

/** The memories 1 to `count` are found, best first. */
function selectFrom(
  count: number,
  related: RelatedMatch[],
  { budget = 3_000, exclude = [], limit = 15 }: { budget?: number; exclude?: number[]; limit?: number } = {},
) {
  const excluded = new Set(exclude.map(idOf));
  const found = Array.from({ length: count }, (_, index) =>
    testMatch(index + 1, { similarity: 0.9 - index / 100, memory: { title: `title ${index + 1}` } }),
  );
  const { hits } = rank(found, { thresholds, wordCount: 3, limit, exclude: excluded, keepPinned: true });
  return select({ hits, related }, budget, {
    project: 'shop',
    now: storedAt,
    timeZone: 'UTC',
    exclude: excluded,
  });
}

function linesOf({ block }: { block: string }) {
  return block.split('\n').filter((line) => /^ *- /u.test(line));
}
