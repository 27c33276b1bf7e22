import type { Message, Seen } from '../store/messages.ts';

/** Records which messages of a session were read, and how many marks they had. */
export const seenOf = (sessionId: string, after: number, messages: Message[]): Seen => ({
  sessionId,
  after,
  through: messages.at(-1)?.number ?? after,
  marks: messages.reduce((count, message) => count + message.marks.length, 0),
});
