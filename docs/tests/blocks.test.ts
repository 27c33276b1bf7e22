import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { blocks, pages, root, type Block } from './pages.ts';

/** The languages that blocks may have. `text` is a drawing, or output of a command described beside it, and is not tested. */
const tested = ['sh', 'console', 'ts', 'tsx', 'json', 'sql', 'text'];

const titled = (some: Block[]) => some.map((block) => ({ ...block, place: `${block.page}:${block.line}` }));

test('there are blocks of every tested language', () => {
  expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(tested));
});

test.each(pages)('$path has all code in fenced blocks', ({ text }) => {
  const prose = text.replaceAll(/^```[^]*?^```$/gm, '');
  expect(prose.match(/\n\n {4}\S.*/g)).toBeNull();
});

test.each(titled(blocks.filter(({ language }) => language === 'json')))('$place is JSON', ({ code }) => {
  const lines = code.startsWith('{"') ? code.trim().split('\n') : [code];
  for (const line of lines) expect(JSON.parse(line)).toBeTypeOf('object');
});

test.each(titled(blocks.filter(({ language }) => language === 'tsx')))(
  '$place is the example of its package, which tsc checks',
  ({ page, code }) => {
    expect(code).toBe(readFileSync(join(root, dirname(page), 'example.tsx'), 'utf8'));
  },
);

test('the changelog, which each package brings, has no link to a file that only the repository has', () => {
  const changelog = pages.find(({ path }) => path === 'CHANGELOG.md')?.text ?? '';
  expect(changelog.match(/\]\((?!https:)[^)]*\)/g) ?? []).toEqual([]);
});

const scripts: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
const builtIn = ['install', 'exec'];

test.each(pages)('$path names only scripts that package.json has', ({ text }) => {
  const named = Array.from(text.matchAll(/\bpnpm (?:--silent )?([a-z][\w:]*)/g), ([, name]) => name);
  const unknown = named.filter((name = '') => !builtIn.includes(name) && !(name in Object(scripts)));
  expect(unknown).toEqual([]);
});

test('operations.md explains every variable that a command sets', () => {
  const { text = '' } = pages.find(({ path }) => path === 'docs/operations.md') ?? {};
  const commands = blocks.filter(({ language }) => language === 'sh' || language === 'console');
  const set = commands.flatMap(({ code }) => code.match(/\b[A-Z][A-Z_]+(?==)/g) ?? []);
  expect(set.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test.each(pages)('every link of $path leads to a file', ({ path, text }) => {
  const links = Array.from(text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g), ([, link = '']) => link);
  expect(links.filter((link) => !existsSync(join(root, dirname(path), link)))).toEqual([]);
});

/** Returns the anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
const anchorsIn = (text: string): string[] =>
  Array.from(text.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    anchorOf(heading),
  );

test.each(pages)('the sections of $path have unique names', ({ text }) => {
  const anchors = anchorsIn(text.replaceAll(/^###.*$/gm, ''));
  expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
});

test.each(pages)('every anchor in a link of $path leads to a heading', ({ path, text }) => {
  const links = Array.from(
    text.matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g),
    ([, page = '', anchor = '']) => ({
      page: page === '' ? path : join(dirname(path), page),
      anchor,
    }),
  );
  const missing = links.filter(
    ({ page, anchor }) => !anchorsIn(readFileSync(join(root, page), 'utf8')).includes(anchor),
  );
  expect(missing).toEqual([]);
});

/** Folders that the pages may leave out at the beginning of a path. A README may also leave out its own folder, and `src` in it. */
const starts = [
  '',
  'apps/api/src',
  'apps/cli/src',
  'packages/fastify/src',
  'packages/memory',
  'packages/memory/src',
];
const paths = /(?<![\w./<{@-])(?:\w[\w.-]*\/)+(?:[\w.-]+\.(?:ts|sql|sh|json|zst|yml)\b|(?=[\s`*)]|$))/gm;
const fileNames = /(?<![\w./<{)-])[\w-]+\.(?:ts|sql)\b/g;
const allNames = new Set(
  globSync('{apps,packages,db,docs}/**/*.{ts,sql}', { cwd: root, exclude: ['**/node_modules/**'] }).map(
    (path) => basename(path),
  ),
);

test.each(pages)('every file and folder of the repository that $path names exists', ({ path, text }) => {
  const own = text.replaceAll(/\]\([^)]*\)/g, ']').replaceAll(/https?:\S+/g, '');
  const near = path.endsWith('README.md') ? [dirname(path), join(dirname(path), 'src')] : [];
  const isThere = (name: string) => [...starts, ...near].some((start) => existsSync(join(root, start, name)));
  const missing = [
    ...(own.match(paths) ?? []).filter((name) => !isThere(name)),
    ...(own.match(fileNames) ?? []).filter((name) => !allNames.has(name)),
  ];
  expect({ path, missing: [...new Set(missing)] }).toEqual({ path, missing: [] });
});

test('decisions have unique numbers, and are named after what they decide', () => {
  const names = globSync('*.md', { cwd: join(root, 'docs/decisions') });
  const numbers = names.map((name) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const { path, text } of pages.filter((page) => page.path.startsWith('docs/decisions/'))) {
    const number = Number(/(\d{4})-/.exec(path)?.[1]);
    expect(text.startsWith(`# ${number}. `), path).toBe(true);
    const parts = ['Context', 'Decision', ...(text.includes('\nReplaced by [') ? [] : ['Consequences'])];
    for (const part of parts) expect(text, path).toContain(`**${part}.**`);
  }
});
