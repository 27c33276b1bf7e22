import type { MemoryError } from '../errors.ts';

type Text = { id: string; contentHash: string };

export type RefusedTexts = ReturnType<typeof createRefusedTexts>;

/**
 * The texts that an embedder refused, each by itself. They are set aside until the process restarts or the text changes, so that they
 * hold up no other text.
 */
export function createRefusedTexts() {
  const texts = new Map<string, string>();
  let reason = '';
  const isRefused = ({ id, contentHash }: Text): boolean => texts.get(id) === contentHash;
  return {
    isRefused,
    count: (): number => texts.size,
    add({ id, contentHash }: Text, error: MemoryError): void {
      texts.set(id, contentHash);
      reason = error.message;
    },
    /** Forgets those that are not among the texts without a vector any more. */
    keep(missing: Text[]): void {
      const kept = missing.filter(isRefused);
      texts.clear();
      for (const { id, contentHash } of kept) texts.set(id, contentHash);
    },
    /** What an operator should know, in words; null if nothing was refused. */
    notice(): string | null {
      const { size } = texts;
      const what = size === 1 ? '1 text' : `${size} texts`;
      return size === 0 ? null : `${what} without a vector: ${reason}; found by words alone`;
    },
  };
}
