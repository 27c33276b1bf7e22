import { holdsSecret, redact } from './redact.ts';
import type { Metadata } from '../types.ts';

/** Reads a text that stands under a key, or a key itself, and says what stands there instead. */
type Reader = (text: string, key: string | null) => Promise<string>;

/**
 * Redacts the keys and texts in metadata, at any depth. Each text is read with its key, because the key may mark it as a password.
 */
export const redactMetadata = (metadata: Metadata): Promise<Metadata> => readRecord(metadata, redactLabelled);

/** More line ends than any secret spans, so that two texts are not read as one. */
const between = '\n'.repeat(8);

/**
 * Does `redactMetadata` for each element. Elements without secrets are scanned together, instead of twice per text: a page of an import
 * has thousands of texts.
 */
export async function redactPage(page: Metadata[]): Promise<Metadata[]> {
  const [only] = page;
  if (only === undefined) return [];
  const texts: string[] = [];
  const note: Reader = async (text, key) => {
    texts.push(text, ...(key === null ? [] : [labelOf(key) + text]));
    return text;
  };
  for (const metadata of page) await readRecord(metadata, note);
  if (!(await holdsSecret(texts.join(between)))) return page;
  if (page.length === 1) return [await redactMetadata(only)];
  const middle = page.length / 2;
  return [...(await redactPage(page.slice(0, middle))), ...(await redactPage(page.slice(middle)))];
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
