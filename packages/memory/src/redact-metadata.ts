import { redact } from './redaction.ts';
import type { Metadata } from './types.ts';

/**
 * Metadata with the secrets in its texts, at any depth, replaced as `redact` does. A text is read with its key: it may
 * be the key that says that it is a password.
 */
export async function redactMetadata(metadata: Metadata): Promise<Metadata> {
  const entries = Object.entries(metadata).map(
    async ([key, value]) => [key, await redactValue(key, value)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function redactValue(key: string, value: unknown): Promise<unknown> {
  if (typeof value === 'string') return redactLabelled(key, value);
  if (Array.isArray(value)) return Promise.all(value.map((item: unknown) => redactValue(key, item)));
  if (isRecord(value)) return redactMetadata(value);
  return value;
}

async function redactLabelled(key: string, text: string): Promise<string> {
  const alone = await redact(text);
  if (alone !== text) return alone;
  const label = `${key}: `;
  const labelled = await redact(label + text);
  return labelled.startsWith(label) ? labelled.slice(label.length) : alone;
}

const isRecord = (value: unknown): value is Metadata => typeof value === 'object' && value !== null;
