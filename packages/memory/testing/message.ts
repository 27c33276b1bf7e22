import { randomUUID } from 'node:crypto';
import type { NewMessage } from '../src/types.ts';

/** A user's text message that is not stored yet, with what a test does not care about filled in. */
export function message(content: string, fields: Partial<NewMessage> = {}): NewMessage {
  return {
    id: randomUUID(),
    role: 'user',
    type: 'text',
    content,
    toolCalls: [],
    toolCallId: null,
    pinned: false,
    metadata: {},
    ...fields,
  };
}
