import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './pages.ts';

const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8');
const rows = Array.from(
  glossary.matchAll(/^\| (\*\*.+) \| (.+) \| ?(.*) \|$/gm),
  ([, terms = '', , not = '']) => ({
    terms: Array.from(terms.matchAll(/\*\*(.+?)\*\*/g), ([, term = '']) => term),
    replaced: Array.from(not.matchAll(/`([a-z]+)`/g), ([, word = '']) => word),
  }),
);

const files = globSync('{apps,packages,db,docs}/**/*.{ts,tsx,sql}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
});
const exported = files
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) =>
    Array.from(
      readFileSync(join(root, file), 'utf8').matchAll(
        /^export (?:async )?(?:const|function\*?|class|type|interface) (\w+)/gm,
      ),
      ([, name = '']) => ({ file, name }),
    ),
  );

test('the glossary defines each term once', () => {
  const terms = rows.flatMap((row) => row.terms);
  expect(terms.length).toBeGreaterThan(60);
  expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
});

test.each(rows.filter(({ replaced }) => replaced.length > 0))(
  'names say $terms, not $replaced',
  ({ replaced }) => {
    const isReplaced = (name: string) =>
      wordsOf(name).some((word) => replaced.some((other) => isForm(word, other)));
    expect(files.filter((file) => isReplaced(basename(file)))).toEqual([]);
    expect(exported.filter(({ name }) => isReplaced(name))).toEqual([]);
  },
);

/** Splits a name into words: `createJobSignal` into create, job, signal; `job-signal.test.ts` and `job_signal.sql` likewise. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

/** Whether a word is a regular form of another: `wakes`, `waked` and `waking` of `wake`. */
const isForm = (word: string, of: string): boolean =>
  word === of || [`${of}s`, `${of}d`, `${of}ed`, `${of}ing`, `${of.replace(/e$/, '')}ing`].includes(word);
