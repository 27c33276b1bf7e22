import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { ChatMessage } from '../ports.ts';
import { storableText } from '../text/storable-text.ts';

/** The version of the hash and of the stored form. Another version may hash the same context differently. */
export const contextSchema = 1;

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** JSON in the canonical form of RFC 8785: the same bytes for the same value. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('there is no JSON for undefined');
  return text;
}

/** The hash under which a text of a context is stored. */
export const partHash = (text: string): string => sha256(text).slice(0, 32);

const hashes = new WeakMap<ChatMessage, string>();

/** The hash of what a message says, without ids of tool calls and the model's thinking. */
export function messageHash(message: ChatMessage): string {
  const known = hashes.get(message);
  if (known !== undefined) return known;
  const { role, content } = message;
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  const hash = sha256(
    canonicalJson({
      role,
      content: storableText(content),
      calls: calls.map((call) => [storableText(call.name), storableText(call.arguments)]),
    }),
  );
  hashes.set(message, hash);
  return hash;
}

/** The hash of a section's items: their order does not count if it means nothing. */
export const itemsHash = (texts: string[], unordered: boolean): string =>
  sha256(canonicalJson((unordered ? texts.toSorted() : texts).map(storableText)));

export const messagesHash = (messages: ChatMessage[]): string =>
  sha256(canonicalJson(messages.map(messageHash)));

/**
 * SHA-256 over the canonical JSON of the schema version and, for each section that is not empty, type, priority and hash, sorted by
 * type. Ids, times and scores do not count.
 */
export const contextHash = (sections: { type: string; priority: number; hash: string }[]): string =>
  sha256(
    canonicalJson({
      schema: contextSchema,
      sections: sections
        .map(({ type, priority, hash }) => ({ type, priority, hash }))
        .toSorted((a, b) => (a.type < b.type ? -1 : Number(a.type > b.type))),
    }),
  );
