import { holdsSecret, redact } from './redact.ts';
import type { Metadata } from '../types.ts';

/**
 * Redacts the keys and texts in metadata, at any depth. Each text is read with its key, because the key may mark it as a password.
 */
export async function redactMetadata(metadata: Metadata): Promise<Metadata> {
  const entries = Object.entries(metadata).map(
    async ([key, value]) => [await redact(key), await redactValue(key, value)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/** More line ends than any secret spans, so that two texts are not read as one. */
const between = '\n'.repeat(8);

/**
 * Does `redactMetadata` for each element. Elements without secrets are scanned together, instead of twice per text: a page of an import
 * has thousands of texts.
 */
export async function redactPage(page: Metadata[]): Promise<Metadata[]> {
  const [only] = page;
  if (only === undefined) return [];
  if (!(await holdsSecret(page.flatMap(readingsOf).join(between)))) return page;
  if (page.length === 1) return [await redactMetadata(only)];
  const middle = page.length / 2;
  return [...(await redactPage(page.slice(0, middle))), ...(await redactPage(page.slice(middle)))];
}

/** Every text as `redactMetadata` reads it: alone and with its key. */
const readingsOf = (metadata: Metadata): string[] =>
  Object.entries(metadata).flatMap(([key, value]) => [key, ...readingsOfValue(key, value)]);

function readingsOfValue(key: string, value: unknown): string[] {
  if (typeof value === 'string') return [value, labelOf(key) + value];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => readingsOfValue(key, item));
  return isRecord(value) ? readingsOf(value) : [];
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
  const label = labelOf(key);
  const labelled = await redact(label + text);
  return labelled.startsWith(label) ? labelled.slice(label.length) : alone;
}

const labelOf = (key: string): string => `${key}: `;

const isRecord = (value: unknown): value is Metadata => typeof value === 'object' && value !== null;
