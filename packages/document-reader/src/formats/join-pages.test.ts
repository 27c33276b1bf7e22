import { expect, it } from 'vitest';
import { joinPages } from './join-pages.ts';

it('leaves out running titles and the numbers of pages, and says which page a text is on', () => {
  const pages = ['The port is 6543.', 'It runs in Leeds.', 'It is slow.'].map((text, index) =>
    page(['Operations manual', text, `Line ${'xyz'[index]}.`, `Page ${index + 7} of 90`]),
  );
  expect(joinPages(pages)).toBe(
    '[page 1]\n\nThe port is 6543. Line x.\n\n[page 2]\n\nIt runs in Leeds. Line y.\n\n[page 3]\n\nIt is slow. Line z.',
  );
});

it.each([
  ['the report of a year', (index: number) => ['Annual report 2024', `${index + 1}`]],
  ['a number behind a title', (index: number) => [`Annual report of Acme ${index + 1}`, `– ${index + 1} –`]],
])('leaves out %s', (_, edges) => {
  const pages = [0, 1, 2, 3].map((index) => {
    const [top = '', bottom = ''] = edges(index);
    return page([top, `First text ${index * 7}`, `Then text ${index * 7}`, bottom]);
  });
  expect(joinPages(pages)).not.toMatch(/Annual|^– |\n\d+$/mu);
});

it('keeps headings that differ by a number, lines of two pages, and repeated lines within a page', () => {
  const numbered = [1, 2, 3].map((number) =>
    page([`Question ${number}`, `Which port has ${'abc'[number - 1]}?`]),
  );
  expect(joinPages(numbered)).toMatch(/Question 1[^]*Question 2[^]*Question 3/u);
  const two = [page(['Title', 'one', 'two', 'three']), page(['Title', 'four', 'five', 'six'])];
  expect(joinPages(two)).toMatch(/Title[^]*Title/u);
  const within = ['a', 'b', 'c'].map((text) => page([text, `x${text}`, 'Note', `y${text}`, `z${text}`]));
  expect(joinPages(within).match(/Note/gu)).toHaveLength(3);
});

it('says no page of a document that has only one', () => {
  expect(joinPages([page(['Hello'])])).toBe('Hello');
});

function page(texts: string[]) {
  return texts.map((text, index) => ({ text, y: 800 - index * 14, height: 12 }));
}
