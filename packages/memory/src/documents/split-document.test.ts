import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growth, repeating } from '../../testing/growth.ts';
import { countTokens } from '../text/tokens.ts';
import { splitDocument } from './split-document.ts';

const line = fc.oneof(
  fc.constantFrom(
    '',
    '# One',
    '## Two',
    '### Three ##',
    'Four',
    '----',
    '====',
    '[page 2]',
    '```ts',
    '```',
    '~~~',
    '- item',
    '  indented',
    '\t',
  ),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.lorem({ maxCount: 60 }),
);
const text = fc.array(line, { maxLength: 60 }).map((lines) => lines.join('\n'));
const kind = fc.constantFrom('markdown', 'code', 'text', 'pdf');

describe('splitting a document', () => {
  it('loses and adds nothing, and says where each chunk is', () => {
    fc.assert(
      fc.property(text, kind, (whole, of) => {
        const chunks = splitDocument(whole, of);
        expect(chunks.map(({ content }) => content).join('')).toBe(whole);
        const lines = whole.split('\n');
        for (const { content, firstLine, lastLine } of chunks) {
          expect(lines.slice(firstLine - 1, lastLine).join('\n')).toContain(content.replace(/\n$/, ''));
        }
      }),
    );
  });

  it('makes chunks that fit a prompt, whatever the text', () => {
    const long = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1_000, maxLength: 8_000 }),
      fc.lorem({ maxCount: 1_500 }),
      fc.constant('ก'.repeat(5_000)),
      fc.constant('x'.repeat(50_000)),
    );
    fc.assert(
      fc.property(long, kind, (whole, of) => {
        for (const { tokens, content } of splitDocument(whole, of)) {
          expect(tokens).toBe(countTokens(content));
          // a piece without sentences is cut by its characters
          expect(tokens).toBeLessThan(2_000);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('begins a chunk at a heading, under the headings above it', () => {
    const whole = `# Guide\n\n${paragraph('guides', 12)}## Store\n\n${paragraph('stores', 12)}### Ports\n\n${paragraph('ports', 12)}## Chat\n\n${paragraph('chats', 12)}`;
    expect(
      splitDocument(whole, 'markdown').map(({ headings, firstLine }) => ({ headings, firstLine })),
    ).toEqual([
      { headings: ['Guide'], firstLine: 1 },
      { headings: ['Guide', 'Store'], firstLine: 5 },
      { headings: ['Guide', 'Store', 'Ports'], firstLine: 9 },
      { headings: ['Guide', 'Chat'], firstLine: 13 },
    ]);
  });

  it('keeps short sections together, and a heading with what follows it', () => {
    const short = ['# A', 'One.', '## B', 'Two.', '## C', 'Three.'].join('\n\n');
    expect(splitDocument(short, 'markdown')).toHaveLength(1);
    const late = `${paragraph('a', 7)}## B\n\n${paragraph('b', 33)}`;
    expect(splitDocument(late, 'markdown').at(1)?.content).toMatch(/^## B\n\nSentence/);
  });

  it.each([
    ['# The language C#', 'The language C#'],
    ['# The language C# #', 'The language C#'],
    ['## Ports ##  ', 'Ports'],
    ['# #', ''],
  ])('reads the heading %j without its closing marks', (title, read) => {
    expect(splitDocument(`${title}\n\nText.`, 'markdown')[0]?.headings).toEqual([read]);
  });

  it.each([
    ['blanks in a heading', '# a', ' '],
    ['marks in a heading', '# a', '#'],
    ['blanks behind a sentence', 'One. ', ' '],
    ['quotes behind a sentence', 'One. ', '.)'],
  ])('takes time proportional to the length of %s', async (_, beginning, unit) => {
    const textOf = (length: number): string => `${beginning}${repeating(unit)(length)}b`;
    expect(await growth((whole) => splitDocument(whole, 'markdown'), textOf, 5_000)).toBeLessThan(1.5);
  });

  it('does not split a fenced block, or read headings in it', () => {
    const fenced = `# Run\n\n\`\`\`sh\n# not a heading\n\nrun\n\`\`\`\n\n${paragraph('runs', 3)}`;
    const [chunk] = splitDocument(fenced, 'markdown');
    expect(chunk).toMatchObject({ headings: ['Run'], content: fenced });
  });

  it('reads headings that are underlined, and no other underlined lines', () => {
    const whole = `Guide\n=====\n\n${paragraph('guides', 12)}Store\n-----\n\n${paragraph('stores', 12)}`;
    expect(splitDocument(whole, 'markdown').map(({ headings }) => headings)).toEqual([
      ['Guide'],
      ['Guide', 'Store'],
    ]);
    for (const other of [
      '---\ntitle: a\n---\n',
      '- item\n---\n',
      '| a |\n|---|\n',
      '```\na\n---\n```\n',
      'two\nlines\n---\n',
    ]) {
      expect(splitDocument(`${other}\nText.`, 'markdown')[0]?.headings).toEqual([]);
    }
  });

  it('says no heading of a chunk that is not above all of it', () => {
    const whole = `# Guide\n\n## Setup\n\n${paragraph('a', 6)}## Ports\n\n${paragraph('ports', 4)}${paragraph('ports', 4)}${paragraph('ports', 4)}`;
    for (const { headings, content } of splitDocument(whole, 'markdown')) {
      expect(headings).toEqual(content.includes('about a') ? ['Guide'] : ['Guide', 'Ports']);
    }
  });

  it('does not mix the rest of a section with the next one', () => {
    const whole = `## Setup\n\n${paragraph('setup', 30)}${paragraph('setup', 2)}## Ports\n\n${paragraph('ports', 12)}`;
    const chunks = splitDocument(whole, 'markdown');
    expect(chunks.map(({ headings }) => headings)).toEqual([
      ...chunks.slice(1).map(() => ['Setup']),
      ['Ports'],
    ]);
    expect(chunks.at(-1)?.content).toMatch(/^## Ports/);
    expect(chunks.map(({ content }) => content).join('')).toBe(whole);
  });

  it('says on which page of a PDF a chunk begins', () => {
    const pages = [1, 2, 3].map((page) => `[page ${page}]\n\n${paragraph(`page ${page}`, 20)}`);
    expect(splitDocument(`# Report\n\n${pages.join('')}`, 'pdf').map(({ headings }) => headings)).toEqual([
      ['Report', 'page 1'],
      ['Report', 'page 2'],
      ['Report', 'page 3'],
    ]);
    expect(splitDocument(pages.join(''), 'markdown')[0]?.headings).toEqual([]);
  });

  it('keeps a chunk to its page, however short the page is', () => {
    const pages = [1, 2, 3].map((page) => `[page ${page}]\n\n${paragraph(`page ${page}`, 2)}`);
    const chunks = splitDocument(`# Report\n\n${pages.join('')}`, 'pdf');
    expect(chunks.map(({ headings, content }) => [headings.at(-1), content.match(/\[page \d+\]/g)])).toEqual([
      ['page 1', ['[page 1]']],
      ['page 2', ['[page 2]']],
      ['page 3', ['[page 3]']],
    ]);
  });

  it('begins a chunk of code at a function', () => {
    const body = '  const value = compute(1, 2, 3);\n\n  return value * 2;\n'.repeat(12);
    const whole = ['one', 'two', 'three'].map((name) => `function ${name}() {\n${body}}\n`).join('\n');
    const chunks = splitDocument(whole, 'code');
    expect(chunks.map(({ content }) => content.split('\n')[0])).toEqual([
      'function one() {',
      'function two() {',
      'function three() {',
    ]);
  });
});

function paragraph(about: string, sentences = 8) {
  return `${Array.from({ length: sentences }, (_, index) => `Sentence ${index} tells something about ${about}.`).join(' ')}\n\n`;
}
