import { countTokens } from '@devai/memory';
import { expect, test } from 'vitest';
import { roster } from '../agents/roster/roster.ts';
import { commonForm, toOpenAIRequest } from '@devai/memory/models';
import { toolsWith } from './all-tools.ts';

const shell = { sandbox: true, run: () => Promise.reject(new Error('not used')) };
const schemas = toolsWith({}, roster, shell, 'ask').map(({ schema }) => schema);

test('the schemas of all tools cost at most 1,500 tokens in a request', () => {
  const { tools = [] } = toOpenAIRequest({ messages: [], tools: schemas }, 'any', commonForm);
  expect(tools).toHaveLength(13);
  expect(countTokens(JSON.stringify(tools))).toBeLessThanOrEqual(1_500);
});

test.each(schemas)('the schema of $name has nothing that the check after the call says', ({ parameters }) => {
  expect(JSON.stringify(parameters)).not.toMatch(
    /"(?:pattern|format|default|m(?:in|ax)\w+|exclusiveMinimum|additionalProperties)":/,
  );
});
