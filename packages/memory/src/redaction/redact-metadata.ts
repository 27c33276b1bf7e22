import { holdsSecret, redact } from './redact.ts';
import type { Metadata } from '../types.ts';

/** Reads a text and its key, or a key itself (`key` is null), and returns the replacement. */
type Reader = (text: string, key: string | null) => Promise<string>;

/** More line feeds than any secret spans, so that two texts are not read as one. */
const between = '\n'.repeat(8);

/**
 * Redacts the keys and texts in metadata, at any depth. Each text is read with its key, because the key may mark it
 * as a password. All are first scanned together: most metadata contains no secret and is returned unchanged.
 */
export async function redactMetadata(metadata: Metadata): Promise<Metadata> {
  const texts: string[] = [];
  await readRecord(metadata, async (text, key) => {
    texts.push(text, ...(key === null ? [] : [labelOf(key) + text]));
    return text;
  });
  return (await holdsSecret(texts.join(between))) ? readRecord(metadata, redactLabelled) : metadata;
}

async function readRecord(metadata: Metadata, read: Reader): Promise<Metadata> {
  const entries = Object.entries(metadata).map(
    async ([key, value]) => [await read(key, null), await readValue(value, key, read)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function readValue(value: unknown, key: string, read: Reader): Promise<unknown> {
  if (typeof value === 'string') return read(value, key);
  if (Array.isArray(value)) return Promise.all(value.map((item: unknown) => readValue(item, key, read)));
  return isRecord(value) ? readRecord(value, read) : value;
}

async function redactLabelled(text: string, key: string | null): Promise<string> {
  const alone = await redact(text);
  if (alone !== text || key === null) return alone;
  const label = labelOf(key);
  const labelled = await redact(label + text);
  return labelled.startsWith(label) ? labelled.slice(label.length) : alone;
}

const labelOf = (key: string): string => `${key}: `;

const isRecord = (value: unknown): value is Metadata => typeof value === 'object' && value !== null;
