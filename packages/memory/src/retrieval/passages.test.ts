import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countTokens } from '../text/tokens.ts';
import { blockText, fitPassages, titleOf } from './passages.ts';

const passage = fc
  .record({
    source: fc.constantFrom('documents', 'wiki', 'tickets'),
    text: fc.oneof(fc.lorem({ maxCount: 80 }), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 })),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
    id: fc.uuid(),
    title: fc.string({ maxLength: 60 }),
  })
  .map(({ id, title, ...rest }) => ({ ...rest, provenance: { id, title }, reason: 'because' }));

it('fits any passages into any budget, the best first, none in two places', () => {
  fc.assert(
    fc.property(fc.array(passage, { maxLength: 12 }), fc.integer({ min: 0, max: 2_000 }), (items, budget) => {
      const { blocks, tokens, passages } = fitPassages(items, budget);
      expect(passages).toHaveLength(items.length);
      expect(passages.map(({ score }) => score)).toEqual(
        passages.map(({ score }) => score).toSorted((a, b) => b - a),
      );
      expect(tokens).toBeLessThanOrEqual(budget);
      expect(countTokens(blocks.map(blockText).join('\n\n'))).toBeLessThanOrEqual(budget + blocks.length);
      const shown = blocks.flatMap(({ passages: inside }) => inside.map(({ id }) => id));
      expect(shown.toSorted()).toEqual(
        passages.flatMap(({ injected, provenance }) => (injected ? [provenance.id] : [])).toSorted(),
      );
      for (const line of blocks.flatMap((block) => blockText(block).split('\n'))) {
        expect(line).toMatch(/^(?:## From |### |>)/);
      }
    }),
  );
});

it('leaves room for other sources', () => {
  const many = Array.from({ length: 10 }, (_, index) => ({
    source: 'wiki',
    text: 'word '.repeat(40),
    score: 0.9,
    reason: '',
    provenance: { id: String(index), title: 'Page' },
  }));
  const other = { ...many[0]!, source: 'documents', score: 0.2 };
  const of = (source: string, { passages }: ReturnType<typeof fitPassages>) =>
    passages.filter((one) => one.source === source && one.injected).length;
  expect(of('documents', fitPassages([...many, other], 300))).toBe(1);
  expect(of('wiki', fitPassages(many, 300))).toBeGreaterThan(of('wiki', fitPassages([...many, other], 300)));
});

it('cites a passage by its page if it has one, else by its lines', () => {
  const title = (path: string, headings: string[]) =>
    titleOf(Object({ document: { path }, chunk: { headings, firstLine: 27, lastLine: 31 } }));
  expect(title('handbook.pdf', ['Care', 'page 8'])).toBe('handbook.pdf › Care, p. 8');
  expect(title('handbook.pdf', ['page 8'])).toBe('handbook.pdf, p. 8');
  expect(title('docs/a.md', ['Care'])).toBe('docs/a.md › Care, lines 27–31');
});
