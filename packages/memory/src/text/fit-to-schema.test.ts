import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categories, memoryTypes, priorities } from '../types.ts';
import { extractionJsonSchema } from '../extraction/schema.ts';
import { fitToSchema, joinAnswers, nameIn } from './fit-to-schema.ts';

const text = fc.string({ unit: 'binary', minLength: 1 });
const memory = fc.record({
  content: text,
  title: text,
  type: fc.constantFrom(...memoryTypes),
  category: fc.constantFrom(...categories),
  namespace: text,
  source: fc.constantFrom('user_stated', 'discovery'),
  importance: fc.integer(),
  tags: fc.array(text),
  details: fc.constantFrom(null, { status: 'done' }),
  expires_at: fc.constantFrom(null, '2026-03-06'),
  relations: fc.array(fc.record({ kind: fc.constant('part_of'), to: text })),
  evidence: fc.array(fc.integer()),
});
const answer = fc.record({
  memories: fc.array(memory),
  session: fc.option(fc.record({ name: text, summary: text })),
});

describe('fitting an answer', () => {
  it('leaves one that is in the form as it is', () => {
    fc.assert(
      fc.property(answer, (given) => {
        expect(fitToSchema(given, extractionJsonSchema({}))).toEqual(given);
      }),
    );
  });

  it('never throws, and takes nothing from a list', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(memory), (junk, memories) => {
        expect(() => fitToSchema(junk, extractionJsonSchema({}))).not.toThrow();
        const fitted = fitToSchema({ memories: [...memories, junk], extra: junk }, extractionJsonSchema({}));
        expect(fitted).toMatchObject({ memories: expect.arrayContaining(memories) });
      }),
    );
  });

  it('joins pieces without what they have twice', () => {
    const [one, other] = [
      { list: [1, 2], name: null, a: 1 },
      { list: [2, 3], name: 'x' },
    ];
    expect(joinAnswers(one, other)).toEqual({ list: [1, 2, 3], name: 'x', a: 1 });
  });
});

it.each([
  ['HIGHEST', 'highest'],
  [' Highest. ', 'highest'],
  ['high (because of the deadline)', 'high'],
  ['highest | high', 'highest'],
  ['very high', undefined],
  ['not low', undefined],
  ['', undefined],
])('%j is the priority %j', (written, name) => {
  expect(nameIn(priorities, written)).toBe(name);
});
