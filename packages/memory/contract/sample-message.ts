import type { StoredMessage } from '../src/store/messages.ts';
import { message } from '../testing/message.ts';

/** A user's text message as the store takes it, with what a test does not care about filled in. */
export function sampleMessage(content: string, fields: Partial<StoredMessage> = {}): StoredMessage {
  return {
    ...message(content),
    tokens: 7,
    contentHash: `hash of ${content}`,
    words: content.toLowerCase().split(/\s+/),
    createdAt: new Date('2026-03-01T12:00:00.000Z'),
    ...fields,
  };
}
