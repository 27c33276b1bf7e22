import { createHash } from 'node:crypto';

/**
 * SHA-256 (hex) of a statement as it reads: Unicode NFC, white space collapsed and trimmed. Case counts.
 * Two contents with the same hash are the same statement.
 */
export function contentHash(content: string): string {
  const normalised = content.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  return createHash('sha256').update(normalised).digest('hex');
}
