import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { foreignTo, readCorpora } from './read-corpora.ts';
import { temporaryFolder } from '../../../packages/memory/testing/temporary-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

it('reads each file as a corpus, of the family and language that its name says', () => {
  write('talks-turns', 'Where is the mill?');
  write('pages-de', 'Wo steht die Mühle?');
  const corpora = readCorpora(folder);
  expect(corpora.map(({ name, family, language }) => [name, family, language])).toEqual([
    ['pages-de', 'pages', 'de'],
    ['talks-turns', 'talks', 'en'],
  ]);
});

it('takes unrelated questions from other families, in the same language if there are any', () => {
  write('talks-turns', 'Where is the mill?');
  write('pages-de', 'Wo steht die Mühle?');
  write('pages-en', 'Where does the mill stand?');
  const corpora = readCorpora(folder);
  const foreign = corpora.map((one) => foreignTo(one, corpora).map(({ text }) => text));
  expect(foreign).toEqual([['Where is the mill?'], ['Where is the mill?'], ['Where does the mill stand?']]);
});

it('keeps a question in its half, whatever else is asked, and fills both halves', () => {
  const asked = Array.from({ length: 60 }, (_, index) => `Where is mill ${index}?`);
  write('talks-turns', ...asked);
  const halves = new Map(readCorpora(folder)[0]?.questions.map(({ text, half }) => [text, half]));
  expect([...halves.values()].filter((half) => half === 'tuning').length).toBeGreaterThan(15);
  expect([...halves.values()].filter((half) => half === 'held_out').length).toBeGreaterThan(15);
  for (const half of ['tuning', 'held_out'] as const) {
    const only = readCorpora(folder, half)[0]?.questions.map(({ text }) => text);
    expect(only).toEqual(asked.filter((text) => halves.get(text) === half));
  }
  write('talks-turns', ...asked.slice(30));
  for (const { text, half } of readCorpora(folder)[0]?.questions ?? []) expect(half).toBe(halves.get(text));
});

it('names a file with the wrong format, and a folder without files', () => {
  expect(() => readCorpora(folder)).toThrow('holds no corpus');
  writeFileSync(join(folder, 'odd.json'), '{"items":[]}');
  expect(() => readCorpora(folder)).toThrow(/odd\.json[^]*questions/u);
});

function write(name: string, ...asked: string[]): void {
  const corpus = {
    items: [{ id: 'a', text: 'The mill stands in Delft', namespace: name, at: null }],
    questions: asked.map((text) => ({ text, namespace: name, gold: ['a'] })),
  };
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(corpus));
}
