import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/** What an editor shows when the pointer is on a name comes from the comment above its declaration. */
it('describes every export of the package above its declaration', () => {
  const exported = exportsOf(join(import.meta.dirname, 'index.ts'));
  expect(exported.length).toBeGreaterThan(100);
  const undescribed = exported.filter(({ name, file }) => {
    const declaration = new RegExp(
      String.raw`\*/\nexport (?:async )?(?:const|function\*?|type|interface|class) ${name}\b`,
    );
    return !declaration.test(readFileSync(file, 'utf8'));
  });
  expect(undescribed.map(({ name }) => name)).toEqual([]);
});

/** The names that a module exports from others, each with the module that declares it. */
function exportsOf(file: string): { name: string; file: string }[] {
  const lists = readFileSync(file, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)';/gm);
  return Array.from(lists).flatMap(([, names = '', from = '']) => {
    const module = join(dirname(file), from);
    return names
      .split(',')
      .map((name) => name.replace('type ', '').trim())
      .filter((name) => name !== '')
      .map((name) => exportsOf(module).find((one) => one.name === name) ?? { name, file: module });
  });
}
