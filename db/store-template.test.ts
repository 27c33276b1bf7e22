import { expect, it } from 'vitest';
import { readSource, sourceFile, type SqlSource } from './source-files.ts';
import { engineVersion, isTemplateCurrent, readStoreTemplate } from './store-template.ts';

const fits = async (version: string, source: SqlSource) =>
  (await readStoreTemplate(version, source)) !== null;

it('the template is used only by the version of PGlite that made it', async () => {
  const source = await readSource();
  const version = await engineVersion(import.meta.url);
  expect(await fits(version, source)).toBe(true);
  expect(await fits(`${version}-other`, source)).toBe(false);
});

it('the template is used with newer functions and migrations, but not with a changed or removed migration', async () => {
  const source = await readSource();
  const version = await engineVersion(import.meta.url);
  const later = sourceFile('9999_later', 'select 1');
  const newer = { ...source, functions: [later], migrations: [...source.migrations, later] };
  expect(await fits(version, newer)).toBe(true);
  expect(await isTemplateCurrent(version, newer)).toBe(false);

  const [first, ...others] = source.migrations;
  const changed = sourceFile(first?.name ?? '', `${first?.text} `);
  expect(await fits(version, { ...source, migrations: [changed, ...others] })).toBe(false);
  expect(await fits(version, { ...source, migrations: others })).toBe(false);
});
