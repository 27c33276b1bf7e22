import { randomUUID } from 'node:crypto';
import type { StoredMessage } from '../src/store/messages.ts';

/** A user's text message with what a test does not care about filled in. */
export function sampleMessage(content: string, fields: Partial<StoredMessage> = {}): StoredMessage {
  return {
    id: randomUUID(),
    role: 'user',
    type: 'text',
    content,
    toolCalls: [],
    toolCallId: null,
    pinned: false,
    metadata: {},
    tokens: 7,
    contentHash: `hash of ${content}`,
    words: content.toLowerCase().split(/\s+/),
    createdAt: new Date('2026-03-01T12:00:00.000Z'),
    ...fields,
  };
}
