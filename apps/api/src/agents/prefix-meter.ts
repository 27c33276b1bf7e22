import type { ChatMessage } from '@devai/memory';

/** The size of a request's messages as JSON, and how many bytes repeat the beginning of the previous request. */
export type SentContext = { bytes: number; keptBytes: number };

export type PrefixMeter = ReturnType<typeof createPrefixMeter>;

/** Measures how much of each request a prompt cache can reuse. Create one per conversation. */
export function createPrefixMeter() {
  // a message stays the same object between steps, so serialise it once
  const written = new WeakMap<ChatMessage, Buffer>();
  let before: Buffer[] = [];

  return {
    measure(messages: ChatMessage[]): SentContext {
      const now = messages.map(bytesOf);
      const changed = now.findIndex((message, index) => {
        const known = before[index];
        return known !== message && !known?.equals(message);
      });
      const same = changed === -1 ? now : now.slice(0, changed);
      const partly = commonLength(now[same.length], before[same.length]);
      before = now;
      return { bytes: lengthOf(now), keptBytes: lengthOf(same) + partly };
    },
  };

  function bytesOf(message: ChatMessage): Buffer {
    const known = written.get(message);
    if (known) return known;
    const bytes = Buffer.from(JSON.stringify(message));
    written.set(message, bytes);
    return bytes;
  }
}

const lengthOf = (parts: Buffer[]): number => parts.reduce((sum, part) => sum + part.length, 0);

function commonLength(one: Buffer | undefined, other: Buffer | undefined): number {
  if (!one || !other) return 0;
  const length = Math.min(one.length, other.length);
  let index = 0;
  while (index < length && one[index] === other[index]) index += 1;
  return index;
}
