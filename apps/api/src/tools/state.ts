import { z } from 'zod';
import { jsonOrText } from './json-or-text.ts';
import { defineTool } from './tool.ts';

export const state = defineTool({
  name: 'state',
  risk: 'read',
  description:
    'Keep a value for this conversation only, such as the step of a plan. You see it in every later turn.',
  input: z.object({
    key: z.string().trim().min(1).max(100),
    value: z.string().max(8_000).optional().describe('Text or JSON. Without it the key is removed.'),
  }),
  async run({ key, value }, { memory, sessionId }) {
    const kept = await memory.setState(sessionId, key, value === undefined ? undefined : jsonOrText(value));
    return value === undefined
      ? `removed: ${key}`
      : `kept: ${key}, of ${Object.keys(kept).length} in this conversation`;
  },
});
