import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import { rowKinds, type RowKind, type StoredRow } from '../store/stored-rows.ts';
import type { Store } from '../store/store.ts';
import { historyProblem } from './check-history.ts';
import { nameNamespace } from './name-namespaces.ts';
import { nameProjects } from './name-projects.ts';
import { redactRows } from './redact-rows.ts';

/** What was taken of each kind of rows, and what was left alone: there already, or belonging to nothing that is there. */
export type TransferReport = Partial<Record<RowKind, { added: number; known: number }>>;

export type ImportInput = {
  /** After each page that was taken. */
  onProgress?: ((report: TransferReport) => void) | undefined;
  signal?: AbortSignal | undefined;
};

type Dependencies = {
  store: Pick<Store, 'exportRows' | 'importRows' | 'enqueueJob'>;
  /** Called after a job may have been enqueued. */
  signalJobs: () => void;
};

/** The first line of an export. Another version's rows may have other columns. */
const header = { kind: 'devai-export', version: 1 } as const;
const headerLine = z.object({ kind: z.literal(header.kind), version: z.literal(header.version) });
const rowLine = z.object({ kind: z.enum(rowKinds), row: z.record(z.string(), z.unknown()) });

/** Rows of one call: messages may be long, and each row of a memory has 512 figures. */
const rowsPerPage = 200;

/**
 * Everything that a store holds, as lines of plain JSON, and back into any store: memories with their history and vectors,
 * relations, sessions, messages, topics, jobs, the ledger, and what was forgotten (so that it stays forgotten).
 * Only settings stay, which are about the store itself.
 */
export function createTransfer({ store, signalJobs }: Dependencies) {
  return {
    /** A header, then one object for each row. Not one moment's picture: what is written meanwhile may be in it or not. */
    async *export(): AsyncGenerator<StoredRow> {
      yield header;
      for (const kind of rowKinds) {
        let after: StoredRow | null = null;
        do {
          const page: Awaited<ReturnType<Store['exportRows']>> = await store.exportRows(
            kind,
            after,
            rowsPerPage,
          );
          for (const row of page.rows) yield { kind, row };
          after = page.after;
        } while (after !== null);
      }
    },

    /**
     * Takes the lines of `export`, page by page, each in one transaction. What is there already is left alone, so that a
     * second time adds nothing, and one that broke off goes on. Memories with another embedder's vectors get new ones in
     * the background. Secrets are redacted before anything is stored. Throws `invalid_input` that names the line; what came before it stays.
     */
    async import(
      lines: AsyncIterable<unknown> | Iterable<unknown>,
      { onProgress, signal }: ImportInput = {},
    ): Promise<TransferReport> {
      const report: TransferReport = {};
      try {
        for await (const page of pagesOf(lines)) {
          signal?.throwIfAborted();
          const { added, known } = await take(page);
          const before = report[page.kind] ?? { added: 0, known: 0 };
          report[page.kind] = { added: before.added + added, known: before.known + known };
          onProgress?.(report);
        }
      } finally {
        // also for what came before an error
        if (report.memory?.added) {
          await store.enqueueJob({ kind: 'embed', key: 'missing', payload: {}, delaySeconds: 0 });
        }
        signalJobs();
      }
      return report;
    },
  };

  async function take({ kind, rows, firstLine }: Page): Promise<{ added: number; known: number }> {
    try {
      return await store.importRows(kind, await redactRows(kind, nameProjects(kind, rows)));
    } catch (error) {
      if (!(error instanceof MemoryError) || error.code !== 'invalid_input') throw error;
      const lastLine = firstLine + rows.length - 1;
      throw new MemoryError(
        'invalid_input',
        `lines ${firstLine} to ${lastLine} (${kind}): ${error.message}`,
        {
          cause: error,
        },
      );
    }
  }
}

type Page = { kind: RowKind; rows: StoredRow[]; firstLine: number };

/** Rows of one kind that follow each other, at most `rowsPerPage` together. */
async function* pagesOf(lines: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<Page> {
  let number = 0;
  let page: Page | null = null;
  try {
    for await (const line of lines) {
      number += 1;
      if (number === 1) {
        checkHeader(line);
        continue;
      }
      const parsed = parseLine(line, number);
      const { kind } = parsed;
      const row = kind === 'memory' ? memoryRow(parsed.row, number) : parsed.row;
      if (page && (page.kind !== kind || page.rows.length >= rowsPerPage)) {
        yield page;
        page = null;
      }
      page ??= { kind, rows: [], firstLine: number };
      page.rows.push(row);
    }
  } catch (error) {
    // what came before a line that is wrong is taken
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
    `line 1: needs to be ${JSON.stringify(header)}, as an export of this version begins`,
  );
}

function parseLine(line: unknown, number: number): z.infer<typeof rowLine> {
  if (isDeeperThan(deepestRow, line)) {
    throw new MemoryError('invalid_input', `line ${number}: is nested deeper than ${deepestRow} levels`);
  }
  const parsed = rowLine.safeParse(line);
  if (parsed.success) return parsed.data;
  throw new MemoryError(
    'invalid_input',
    `line ${number}: ${parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'line'}: ${message}`).join('; ')}`,
  );
}

function memoryRow(row: StoredRow, number: number): StoredRow {
  const problem = historyProblem(row);
  if (problem !== null) throw new MemoryError('invalid_input', `line ${number} (memory): ${problem}`);
  try {
    return nameNamespace(row);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    throw new MemoryError('invalid_input', `line ${number} (memory): ${error.message}`, { cause: error });
  }
}

/** Levels of lists and objects in one line. What is stored has some ten; deeper ones exhaust the stack of whoever walks them. */
const deepestRow = 100;

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)));
