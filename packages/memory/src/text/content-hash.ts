import { createHash } from 'node:crypto';

/**
 * Returns the SHA-256 (hex) of a statement in Unicode NFC, with white space collapsed and trimmed. Case counts. Contents with the same
 * hash are the same statement.
 */
export function contentHash(content: string): string {
  const normalised = content.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  return createHash('sha256').update(normalised).digest('hex');
}
