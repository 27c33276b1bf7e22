import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown.ts';
import { createMarkdownPieces } from './markdown-pieces.ts';
import { createStyle } from './style.ts';

test.each([
  ['a heading, and text below it', '# Title\n\nSome text', 'Title\n\nSome text\n'],
  [
    'marks inside a line',
    'a **b** *c* ~~d~~ `e` [f](http://g) http://h',
    'a b c d e f (http://g) http://h\n',
  ],
  ['lists, also nested and with numbers', '- a\n  1. b\n  2. c\n- [x] d', '• a\n  1. b\n  2. c\n• [x] d\n'],
  ['code as it stands', '```ts\nconst a = 1;\n  a **b**\n```', '  const a = 1;\n    a **b**\n'],
  ['a quotation', '> a\n> b', '│ a\n│ b\n'],
  ['a table', '| a | long |\n|---|---|\n| wide one | b |', 'a         long\nwide one  b\n'],
  ['what looks like HTML', 'a <b>c</b> &amp; d', 'a <b>c</b> &amp; d\n'],
])('renders %s', (_what, source, shown) => {
  expect(renderMarkdown(source, page(80))).toBe(shown);
});

test('wraps at words in a narrow terminal, also inside lists', () => {
  expect(renderMarkdown('- one two three four five six', page(22))).toBe(
    '• one two three four\n  five six\n',
  );
});

test('the final display of a reply is the same, however it is cut into parts', () => {
  const parts = [
    '# a\n',
    '\n',
    '- b\n',
    '  c',
    '\n\n',
    '```\n',
    'x\n',
    '| a | b |\n',
    '|---|---|\n',
    '> q\n',
    '**d** ',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), (chosen) => {
      const shownBy = (texts: string[]): string => {
        const take = createMarkdownPieces(() => page(80));
        const pieces = [
          ...texts.flatMap((text) => take([{ kind: 'text', text }])),
          ...take([{ kind: 'end' }]),
        ];
        return pieces
          .map((piece) => (piece.kind === 'text' ? piece.text : ''))
          .join('')
          .trim();
      };
      const letters = (text: string) => text.replaceAll(/\s/g, '');
      expect(letters(shownBy(chosen))).toBe(letters(shownBy([chosen.join('')])));
    }),
  );
});

const page = (columns: number) => createStyle({ isTTY: true, columns }, 'never');
