import type { ChatMessage } from '@devai/memory';

/** The size of a request's messages as JSON, and how many bytes repeat the beginning of the previous request. */
export type SentContext = { bytes: number; keptBytes: number };

export type PrefixMeter = ReturnType<typeof createPrefixMeter>;

/** Measures how much of each request a prompt cache can reuse. Create one per conversation. */
export function createPrefixMeter() {
  // a message stays the same object between steps, so it is measured once; its bytes would be a second copy of the conversation
  const lengths = new WeakMap<ChatMessage, number>();
  let before: ChatMessage[] = [];

  return {
    measure(messages: ChatMessage[]): SentContext {
      const changed = messages.findIndex((message, index) => {
        const known = before[index];
        return known !== message && (!known || JSON.stringify(known) !== JSON.stringify(message));
      });
      const same = changed === -1 ? messages : messages.slice(0, changed);
      const partly = commonLength(messages[same.length], before[same.length]);
      before = [...messages];
      return { bytes: lengthOf(messages), keptBytes: lengthOf(same) + partly };
    },
  };

  function lengthOf(messages: ChatMessage[]): number {
    return messages.reduce((sum, message) => {
      const length = lengths.get(message) ?? Buffer.byteLength(JSON.stringify(message));
      lengths.set(message, length);
      return sum + length;
    }, 0);
  }
}

function commonLength(message: ChatMessage | undefined, known: ChatMessage | undefined): number {
  if (!message || !known) return 0;
  const [one, other] = [message, known].map((part) => Buffer.from(JSON.stringify(part)));
  if (!one || !other) return 0;
  const length = Math.min(one.length, other.length);
  let index = 0;
  while (index < length && one[index] === other[index]) index += 1;
  return index;
}
