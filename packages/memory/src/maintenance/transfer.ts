import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import * as fields from '../fields/fields.ts';
import type { Forgotten, ForgottenMessage } from '../store/forgetting.ts';
import type { Message } from '../store/messages.ts';
import type { Session } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import { onlyUser } from '../users.ts';
import { type RowKind, rowKinds, type StoredRow } from '../store/transfer.ts';
import { importedRow } from './imported-row.ts';
import { pagesOf } from './pages-of.ts';
import { redactRows } from './redact-rows.ts';

/**
 * Rows of each kind that were added, and rows left alone: known already, or belonging to nothing in the store. An added tombstone
 * may have erased a memory, and an added message may have emptied one.
 */
export type TransferReport = Partial<Record<RowKind, { added: number; known: number }>>;

/** The lines of an export. */
export const importLines = z.custom<Iterable<unknown> | AsyncIterable<unknown>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    (Symbol.iterator in value || Symbol.asyncIterator in value),
  { error: 'must be a list or an iterable' },
);

export const importOptions = z.strictObject({
  /** Called after each page. */
  onProgress: fields.callback<(report: TransferReport) => void>().optional(),
  signal: fields.signal,
});

type Dependencies = {
  store: Store;
  /** Called after a job may have been enqueued. */
  signalJobs: () => void;
  /** Forgets for a user: theirs is what the store finds. */
  of: (user: string) => {
    memories: {
      get(id: string): Promise<unknown>;
      forget(id: string): Promise<Forgotten>;
    };
    sessions: {
      get(id: string): Promise<Pick<Session, 'createdAt'> | null>;
      messages(id: string, after: number, limit: number): Promise<Message[]>;
      forgetMessage(sessionId: string, number: number): Promise<ForgottenMessage>;
      delete(id: string): Promise<unknown>;
    };
  };
};

/** The first line of an export. Rows of another version may have other columns. */
const header = { kind: 'devai-export', version: 1 } as const;
/** The same with rows of several users: a program that knows only one would take them all for theirs. */
const headerOfUsers = { ...header, version: 2 } as const;
const headerLine = z.object({
  kind: z.literal(header.kind),
  version: z.literal([header.version, headerOfUsers.version]),
});
const rowLine = z.object({ kind: z.enum(rowKinds), row: z.record(z.string(), z.unknown()) });

/** Rows per call: messages may be long, and each memory has a vector. */
const rowsPerPage = 200;

/**
 * Exports the whole store as lines of plain JSON, and imports them into any store: projects, memories with history and vectors,
 * relations, sessions, messages, topics, documents, what agents share, jobs, the ledger, and tombstones, so that what was forgotten stays
 * forgotten. Only the settings that describe the store itself stay behind.
 */
export function createTransfer({ store, signalJobs, of }: Dependencies) {
  return {
    /** Yields a header, then one object per row. Not a snapshot: concurrent writes may be in it or not. */
    export: () => linesOf(null),
    /** The same of one user: what belongs to them, and to nobody else. */
    exportOf: linesOf,

    /**
     * Imports the lines of `export`, page by page, each in one transaction. Existing rows are left alone, except what was forgotten
     * where they come from: it is forgotten here, too. So repeating adds nothing and continues an interrupted import. Memories with vectors of another embedder get new ones in the background. Secrets are redacted
     * before anything is stored. Throws `invalid_input` with the line; earlier pages stay.
     */
    async import(
      lines: AsyncIterable<unknown> | Iterable<unknown>,
      { onProgress, signal }: z.input<typeof importOptions> = {},
    ): Promise<TransferReport> {
      const report: TransferReport = {};
      try {
        for await (const page of groupsOf(lines)) {
          signal?.throwIfAborted();
          const { added, known } = await take(page);
          const before = report[page.kind] ?? { added: 0, known: 0 };
          report[page.kind] = { added: before.added + added, known: before.known + known };
          onProgress?.(report);
        }
      } finally {
        // even after an error: earlier pages stay
        if (report.memory?.added || report.session?.added || report.message?.added || report.chunk?.added) {
          await store.enqueueJob({ kind: 'embed', key: 'missing', payload: {}, delaySeconds: 0 });
        }
        signalJobs();
      }
      return report;
    },
  };

  async function* linesOf(user: string | null): AsyncGenerator<StoredRow> {
    const users = user === null ? await store.listUsers('', 2) : [{ user }];
    yield users.every((one) => one.user === onlyUser) ? header : headerOfUsers;
    for (const kind of rowKinds) {
      for await (const rows of pagesOf((after) => store.exportRows(kind, after, rowsPerPage, user))) {
        for (const row of rows) yield { kind, row };
      }
    }
  }

  async function take({ kind, rows, firstLine }: Page): Promise<{ added: number; known: number }> {
    try {
      const forgotten = await forgetHere(kind, rows);
      const { added, known } = await store.importRows(kind, await redactRows(kind, rows));
      return { added: added + forgotten, known: known - forgotten };
    } catch (error) {
      if (!(error instanceof MemoryError) || error.code !== 'invalid_input') throw error;
      const lines = `lines ${firstLine} to ${firstLine + rows.length - 1} (${kind})`;
      throw new MemoryError('invalid_input', `${lines}: ${error.message}`, { cause: error });
    }
  }

  /** Forgets the memories, messages and sessions of a page that are here, but are forgotten there. Returns how many. */
  async function forgetHere(kind: RowKind, rows: StoredRow[]): Promise<number> {
    let count = 0;
    if (kind === 'tombstone') {
      for (const { memory_id: id, at } of readable(tombstone, rows)) {
        const owner = await store.ownerOfId(id);
        if (owner === null) continue;
        const { memories, sessions } = of(owner);
        if (await memories.get(id)) {
          count += Number((await memories.forget(id)).forgotten);
          continue;
        }
        const session = await sessions.get(id);
        // a conversation that is posted again after its deletion has the same id
        if (session && session.createdAt <= at) {
          await sessions.delete(id);
          count += 1;
        }
      }
    } else if (kind === 'message') {
      for (const { id, session_id: sessionId, number } of readable(emptied, rows)) {
        const owner = await store.ownerOfId(sessionId);
        if (owner === null) continue;
        const { sessions } = of(owner);
        const [here] = await sessions.messages(sessionId, number - 1, 1);
        if (here?.id !== id || isEmptied(here)) continue;
        count += Number((await sessions.forgetMessage(sessionId, number)).forgotten);
      }
    }
    return count;
  }
}

const tombstone = z.object({ memory_id: z.guid(), at: z.coerce.date() });
const forgotten = z.object({ metadata: z.object({ forgotten: z.literal(true) }) });
const emptied = forgotten.extend({ id: z.guid(), session_id: z.guid(), number: z.int() });
const isEmptied = (message: unknown): boolean => forgotten.safeParse(message).success;

/** The rows of a form. Importing refuses malformed ones. */
const readable = <Row>(form: z.ZodType<Row>, rows: StoredRow[]): Row[] =>
  rows.flatMap((row) => form.safeParse(row).data ?? []);

type Page = { kind: RowKind; rows: StoredRow[]; firstLine: number };

/** Groups consecutive rows of one kind, at most `rowsPerPage`. */
async function* groupsOf(lines: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<Page> {
  let number = 0;
  let page: Page | null = null;
  try {
    for await (const line of lines) {
      number += 1;
      if (number === 1) {
        checkHeader(line);
        continue;
      }
      const { kind, row } = parseLine(line, number);
      if (page && (page.kind !== kind || page.rows.length >= rowsPerPage)) {
        yield page;
        page = null;
      }
      page ??= { kind, rows: [], firstLine: number };
      page.rows.push(row);
    }
  } catch (error) {
    // import the rows before the wrong line
    if (page) yield page;
    throw error;
  }
  if (number === 0) throw new MemoryError('invalid_input', 'the export is empty: its first line is missing');
  if (page) yield page;
}

function checkHeader(line: unknown): void {
  if (headerLine.safeParse(line).success) return;
  throw new MemoryError(
    'invalid_input',
    `line 1: must be ${JSON.stringify(header)}, the first line of an export of this version`,
  );
}

function parseLine(line: unknown, number: number): z.infer<typeof rowLine> {
  if (isDeeperThan(deepestRow, line)) {
    throw new MemoryError('invalid_input', `line ${number}: is nested deeper than ${deepestRow} levels`);
  }
  const { data, error } = rowLine.safeParse(line);
  if (!data) {
    const problems = error.issues.map(({ path, message }) => `${path.join('.') || 'line'}: ${message}`);
    throw new MemoryError('invalid_input', `line ${number}: ${problems.join('; ')}`);
  }
  try {
    return { kind: data.kind, row: importedRow(data.kind, data.row) };
  } catch (cause) {
    if (!(cause instanceof MemoryError)) throw cause;
    throw new MemoryError('invalid_input', `line ${number} (${data.kind}): ${cause.message}`, { cause });
  }
}

/** Levels of lists and objects in one line. Stored rows have about ten; much deeper ones would overflow the stack. */
const deepestRow = 100;

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)));
