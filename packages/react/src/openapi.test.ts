import { glob, readFile } from 'node:fs/promises';
import openapiTypes, { astToString } from 'openapi-typescript';
import { expect, it } from 'vitest';
import { z } from 'zod';

it('the types of the client are those of the OpenAPI document', async () => {
  const text = await readFile(new URL('../../../apps/api/openapi.json', import.meta.url), 'utf8');
  const tree = await openapiTypes(JSON.stringify(narrowed(text, await requests())), { alphabetize: true });
  const types = banner + shortened(astToString(tree));
  await expect(types, 'run pnpm --filter @devai/react openapi').toMatchFileSnapshot('./openapi.ts');
});

const operation = z.looseObject({ responses: z.record(z.string(), z.unknown()) });

const document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

const banner =
  '// Generated from apps/api/openapi.json: run `pnpm --filter @devai/react openapi` after a change of it or of the requests.\n\n';

/** What the hooks request, as `get /api/projects`. */
async function requests(): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const file of glob('**/*.{ts,tsx}', { cwd: import.meta.dirname })) {
    const text = await readFile(`${import.meta.dirname}/${file}`, 'utf8');
    for (const [, method = '', path] of text.matchAll(/client\.([A-Z]+)\(\s*'([^']+)'/g)) {
      found.add(`${method.toLowerCase()} ${path}`);
    }
  }
  return found;
}

/** The document with the given operations, what they answer, and the schemas of that. The client throws every other answer. */
function narrowed(text: string, used: Set<string>): object {
  const { openapi, info, paths, components } = document.parse(JSON.parse(text));
  const schemas: Record<string, unknown> = {};
  const kept = Object.entries(paths).map(([path, methods]) => {
    const operations = Object.entries(methods).filter(([method]) => used.has(`${method} ${path}`));
    for (const [, one] of operations) {
      const answers = Object.entries(one.responses).filter(([status]) => status.startsWith('2'));
      one.responses = Object.fromEntries(answers);
      collect(one);
    }
    return [path, Object.fromEntries(operations)] as const;
  });
  return {
    openapi,
    info,
    components: { schemas },
    paths: Object.fromEntries(kept.filter(([, operations]) => Object.keys(operations).length > 0)),
  };

  function collect(within: unknown): void {
    for (const [, name = ''] of JSON.stringify(within).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (name in schemas) continue;
      schemas[name] = components.schemas[name];
      collect(schemas[name]);
    }
  }
}

/** Leaves out members that say nothing: what an operation does not have, and headers of any name. */
const shortened = (types: string): string =>
  types
    .replaceAll(/^ +\w+\??: never;\n/gm, '')
    .replaceAll(/^ +headers: \{\n.+\n +\};\n/gm, '')
    .replaceAll(/^ +parameters: \{\n +\};\n/gm, '')
    .replaceAll(/^ +\/\*\* @description Default Response \*\/\n/gm, '');
