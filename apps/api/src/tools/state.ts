import { z } from 'zod';
import { jsonOrText } from './json-or-text.ts';
import { defineTool } from './tool.ts';

export const state = defineTool({
  name: 'state',
  risk: 'read',
  description:
    'Keep a value for this conversation only: a variable, the step of a plan, an intermediate result. You see it in every later turn, even after older messages were summarised.',
  input: z.object({
    key: z.string().trim().min(1).max(100).describe('Its name. An existing key gets the new value.'),
    value: z
      .string()
      .max(8_000)
      .optional()
      .describe('Text, or JSON for a list, an object or a number. Without it the key is removed.'),
  }),
  async run({ key, value }, { memory, sessionId }) {
    const kept = await memory.setState(sessionId, key, value === undefined ? undefined : jsonOrText(value));
    return value === undefined
      ? `removed: ${key}`
      : `kept: ${key}, of ${Object.keys(kept).length} in this conversation`;
  },
});
