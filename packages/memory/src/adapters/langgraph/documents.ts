import { randomUUID } from 'node:crypto';
import type { Item } from '@langchain/langgraph-checkpoint';
import { z } from 'zod';
import { MemoryError } from '../../errors.ts';
import { jsonObject } from '../../fields/json-value.ts';
import type { UserMemory } from '../../memory-interface.ts';
import { redactMetadata } from '../../redaction/redact-metadata.ts';
import { holdsSecret, redact } from '../../redaction/redact.ts';
import type { DocumentRecord } from '../../store/documents.ts';

/** How an item is kept: `isIndexed` says whether a search ranks it, and `createdAt` is null in its first version. */
const kept = z.object({ value: z.looseObject({}), isIndexed: z.boolean(), createdAt: z.string().nullable() });

export type StoredItem = Item & { isIndexed: boolean };
/** The document that holds an item now. */
export type Held = { namespace: string[]; key: string; document: DocumentRecord };

const folder = 'langgraph/';
const kind = 'langgraph';
/** The end of the path of every other version of an item; `encodeURIComponent` leaves none in a label. */
const other = '#';
const page = 1_000;
const all = 2_147_483_647;
/** Tries when another process writes the same item. */
const mostTries = 5;

/**
 * Items as documents of one user. A new version is written beside the one that it replaces, and counts from the moment in which it is whole:
 * a process that ends in between leaves the version before.
 */
export function createItemDocuments({ documents }: Pick<UserMemory, 'documents'>) {
  /** Writers of one item wait for each other. */
  const writing = new Map<string, Promise<unknown>>();

  async function slotsOf(path: string): Promise<DocumentRecord[]> {
    const pages = [path, path + other].map((one) => documents.list({ project: null, path: one }));
    return (await Promise.all(pages)).flat().filter(isItem);
  }

  async function read({ namespace, key, document }: Held): Promise<StoredItem | null> {
    const passage = await documents.read(document.id, { tokens: all });
    if (passage === null) return null;
    const { value, isIndexed, createdAt } = kept.parse(JSON.parse(passage.text));
    const since = createdAt === null ? document.createdAt : new Date(createdAt);
    return { namespace, key, value, isIndexed, createdAt: since, updatedAt: document.updatedAt };
  }

  async function get(namespace: string[], key: string): Promise<StoredItem | null> {
    const path = await pathOf(namespace, key);
    for (;;) {
      const document = newest(await slotsOf(path));
      if (document === undefined) return null;
      const item = await read({ namespace, key, document });
      // otherwise it was replaced meanwhile
      if (item !== null) return item;
    }
  }

  async function write(namespace: string[], key: string, given: { value: unknown; isIndexed: boolean }) {
    const path = await pathOf(namespace, key);
    const { data, error } = jsonObject.safeParse(given.value);
    if (error) throw new MemoryError('invalid_input', `value: ${z.prettifyError(error)}`);
    const value = await redactMetadata(data);
    const slots = await slotsOf(path);
    const current = newest(slots);
    const before = current && (await read({ namespace, key, document: current }));
    const createdAt = before?.createdAt.toISOString() ?? null;
    const text = await readable(JSON.stringify({ value, isIndexed: given.isIndexed, createdAt }, null, 1));
    await documents.ingest({
      path: current?.path === path ? path + other : path,
      project: null,
      sourceHash: `${String(countOf(current) + 1).padStart(12, '0')}/${randomUUID()}`,
      bytes: text.length,
      read: async () => ({ text, title: [...namespace, key].join('/'), kind }),
    });
    if (current) await documents.delete(current.id);
  }

  async function remove(namespace: string[], key: string): Promise<void> {
    const slots = await slotsOf(await pathOf(namespace, key));
    const current = newest(slots);
    // the current one last, so that no earlier version comes back
    for (const one of slots) if (one !== current) await documents.delete(one.id);
    if (current) await documents.delete(current.id);
  }

  /** One after the other, and again if another process was faster. */
  async function alone(namespace: string[], key: string, work: () => Promise<void>): Promise<void> {
    const path = await pathOf(namespace, key);
    const before = writing.get(path) ?? Promise.resolve();
    const mine = before.then(() => tried(work));
    const settled = mine.catch(() => {});
    writing.set(path, settled);
    await mine.finally(() => {
      if (writing.get(path) === settled) writing.delete(path);
    });
  }

  return {
    get,
    read,
    put: (namespace: string[], key: string, given: { value: unknown; isIndexed: boolean }) =>
      alone(namespace, key, () => write(namespace, key, given)),
    delete: (namespace: string[], key: string) => alone(namespace, key, () => remove(namespace, key)),
    /** Those below a namespace, the last that was written first. */
    async below(namespace: string[]): Promise<Held[]> {
      const slots = new Map<string, DocumentRecord[]>();
      for (let after: string | undefined; ;) {
        const found = await documents.list({ project: null, after, limit: page });
        for (const document of found.filter(isItem)) {
          const path = document.path.replace(/#$/, '');
          slots.set(path, [...(slots.get(path) ?? []), document]);
        }
        after = found.at(-1)?.id;
        if (found.length < page) break;
      }
      const held = Array.from(slots, ([path, versions]): Held[] => {
        const labels = path.slice(folder.length).split('/').map(decodeURIComponent);
        const document = newest(versions);
        return document ? [{ namespace: labels.slice(0, -1), key: labels.at(-1) ?? '', document }] : [];
      });
      return held
        .flat()
        .filter((one) => namespace.every((label, index) => one.namespace[index] === label))
        .toSorted((a, b) => b.document.updatedAt.getTime() - a.document.updatedAt.getTime());
    },
  };
}

const countOf = (document: DocumentRecord | undefined): number =>
  Number.parseInt(document?.sourceHash ?? '0', 10);

const isItem = (document: DocumentRecord): boolean => document.kind === kind;

/** Of the versions that are whole. */
const newest = (slots: DocumentRecord[]): DocumentRecord | undefined =>
  slots.filter(({ sourceHash }) => sourceHash !== null).toSorted((a, b) => countOf(b) - countOf(a))[0];

async function pathOf(namespace: string[], key: string): Promise<string> {
  const labels = [...namespace, key];
  if (!labels.every((label) => label.isWellFormed())) {
    throw new MemoryError('invalid_input', 'namespace, key: have half a character');
  }
  const path = folder + labels.map(encodeURIComponent).join('/');
  if (path.length > 999) {
    throw new MemoryError('invalid_input', 'namespace, key: have more than 999 characters together');
  }
  // redacted, two keys would be one
  if (await holdsSecret(path)) throw new MemoryError('invalid_input', 'namespace, key: hold a secret');
  return path;
}

/** The text without what is a secret only as a whole. Throws `invalid_input` if nothing could be read of it then. */
async function readable(text: string): Promise<string> {
  const redacted = await redact(text);
  try {
    kept.parse(JSON.parse(redacted));
    return redacted;
  } catch (error) {
    throw new MemoryError('invalid_input', 'value: has a secret that cannot be taken out alone', {
      cause: error,
    });
  }
}

async function tried(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isRaced = error instanceof MemoryError && ['conflict', 'not_found'].includes(error.code);
      if (!isRaced || tries === mostTries) throw error;
    }
  }
}
