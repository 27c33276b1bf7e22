import type { Message, Seen } from '../store/messages.ts';

/** What was seen of a session's messages after a number. */
export const seenOf = (sessionId: string, after: number, messages: Message[]): Seen => ({
  sessionId,
  after,
  through: messages.at(-1)?.number ?? after,
  marks: messages.reduce((count, message) => count + message.marks.length, 0),
});
