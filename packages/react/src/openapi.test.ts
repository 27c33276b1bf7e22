import { readFile } from 'node:fs/promises';
import openapiTypes, { astToString } from 'openapi-typescript';
import { expect, it } from 'vitest';
import { z } from 'zod';

const document = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) })),
  ),
});
const banner =
  '// Generated from apps/api/openapi.json: run `pnpm --filter @devai/react openapi` after a change of it.\n\n';

/** Every operation fails in the same ways, so the types say it once for each. */
function withOneFailure(text: string): z.infer<typeof document> {
  const parsed = document.parse(JSON.parse(text));
  for (const operation of Object.values(parsed.paths).flatMap((methods) => Object.values(methods))) {
    const fine = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
    operation.responses = { ...Object.fromEntries(fine), default: operation.responses['400'] };
  }
  return parsed;
}

it('the types of the client are those of the OpenAPI document', async () => {
  const text = await readFile(new URL('../../../apps/api/openapi.json', import.meta.url), 'utf8');
  const types = astToString(await openapiTypes(JSON.stringify(withOneFailure(text)), { alphabetize: true }));
  await expect(banner + types, 'run pnpm --filter @devai/react openapi').toMatchFileSnapshot('./openapi.ts');
});
