import { MemoryError, messageOf } from '../errors.ts';
import { createSyncedFile, emptyReport, type SyncReport } from '../files/synced-file.ts';
import { projectMark } from '../files/written-versions.ts';
import { readableScopes, storedProject } from '../namespaces.ts';
import type { Clock, Log } from '../ports.ts';
import type { MemoryRecord } from '../store/memories.ts';
import type { Store } from '../store/store.ts';
import { localDay } from '../text/local-time.ts';
import { parseMemoryFile, type ParsedMemoryFile } from './parse-memory-file.ts';
import { planMemoryEdits, type MemoryEdits } from './plan-memory-edits.ts';
import { memoryFileVersions, renderMemoryFile, writtenMark, writtenOf } from './render-memory-file.ts';
import { statementId, statementsOf, type Section, type Statement } from './statement.ts';

/** A line that the user added. */
type StatedLine = {
  content: string;
  about: 'user' | 'project';
  category?: 'preference' | 'rule';
  project: string | null;
};

type Dependencies = {
  store: Pick<Store, 'listMemories' | 'getSetting' | 'pushSetting'>;
  clock: Clock;
  timeZone: string;
  log: Log;
  /** Null: there is no file. */
  file: { path: string; project: string | null } | null;
  /** Stores statements of the user; says of each why it was refused, or null. */
  remember: (lines: StatedLine[]) => Promise<(MemoryError | null)[]>;
  correct: (id: string, content: string) => Promise<unknown>;
  forget: (id: string) => Promise<unknown>;
};

type Known = { statements: Statement[]; hidden: number; pending: Map<string, string> | null };

/** Memories of one call of the store. */
const pageSize = 1_000;
/** Milliseconds in which changes of memories are gathered before they are written. */
const gatheredFor = 200;
const day = 86_400_000;

export type MemoryFile = ReturnType<typeof createMemoryFile>;

/** The file that shows what is known about the user and a project, a line for each statement, and takes the user's edits. */
export function createMemoryFile(dependencies: Dependencies) {
  const { store, clock, timeZone, log } = dependencies;
  const project = storedProject(dependencies.file?.project ?? null);
  const file = dependencies.file && openFile(dependencies.file.path);
  /** What the user wrote that was not understood, until an edit of theirs is. */
  let misread: { copy: string; problems: string[] } | null = null;
  let waiting: NodeJS.Timeout | undefined;
  let running = Promise.resolve<unknown>(null);

  return {
    /**
     * Applies the user's edits, at the start of a session, and writes the file if it is out of date. Throws nothing: the result says what was
     * changed, what was not understood and what failed. Idempotent.
     */
    sync,
    /** A note after an edit was not understood and written over; null if there is none. */
    notice: (): string | null =>
      misread &&
      `the memory file was written over; your version is ${misread.copy}: ${misread.problems.join('; ')}`,
    /** Writes the file soon, after memories changed. */
    noteChange(): void {
      if (file) waiting ??= setTimeout(() => void sync(), gatheredFor).unref();
    },
    /** Writes the file without what was erased, and deletes its copy. Throws nothing. */
    async dropErased(): Promise<void> {
      try {
        await file?.dropCopy();
        misread = null;
      } catch (error) {
        log.warn({ err: error }, 'the copy of the memory file could not be deleted');
      }
      await sync();
    },
    /** Resolves when the file shows the changes that were noted. */
    async idle(): Promise<void> {
      if (waiting) void sync();
      await running;
    },
  };

  function sync(): Promise<SyncReport> {
    // it shows what was noted, too
    clearTimeout(waiting);
    waiting = undefined;
    const report = reconcile();
    running = report;
    return report;
  }

  async function reconcile(): Promise<SyncReport> {
    if (!file) return emptyReport();
    try {
      const { report } = await file.reconcile({ refresh: true });
      const isEdited = report.removed.length + report.added.length + report.corrected.length > 0;
      if (report.copy !== null) misread = { copy: report.copy, problems: report.notUnderstood };
      else if (isEdited && report.notUnderstood.length === 0) misread = null;
      return report;
    } catch (error) {
      log.warn({ err: error }, 'the memory file could not be synced');
      return { ...emptyReport(), degraded: [`the memory file could not be synced: ${messageOf(error)}`] };
    }
  }

  function openFile(path: string) {
    return createSyncedFile({
      name: 'memory file',
      path,
      versions: memoryFileVersions(store, project),
      read: readKnown,
      parse: parseMemoryFile,
      /** A file without its last line names no project: the user wrote it for this one. */
      isOwn: ({ marks }) => marks.every((mark) => mark.project === projectMark(project)),
      isMarked: ({ marks }, written) => marks.length === 1 && marks[0]?.written === written,
      async apply(parsed, versions, { statements }, note, report) {
        const now = clock.now();
        const edits = planMemoryEdits({
          ...{ file: parsed, versions, statements },
          today: localDay(now, timeZone),
          tomorrow: localDay(new Date(now.getTime() + day), timeZone),
        });
        for (const { text } of edits.stay) {
          note(`${text}: stays although it was removed: it was changed since the file was written`);
        }
        const refuse = (line: number, { message }: MemoryError): void => {
          const problem = `line ${line} was not taken over: ${message}`;
          note(problem);
          // so that a copy is kept
          parsed.problems.push(problem);
        };
        await applyEdits(edits, refuse, report);
        const shown = new Set(versions[0]?.items.flatMap(({ id, until }) => (until === null ? [] : [id])));
        const isNew = ({ id }: Statement) => edits.pending.has(id) && !shown.has(id);
        report.pending.push(...statements.filter(isNew).map(({ text }) => text));
        return { ...(await readKnown()), pending: edits.pending };
      },
      isEmpty: ({ statements }) => statements.length === 0,
      show({ pending, ...known }, versions) {
        const content = { project, ...known, pending: pending ?? lastPending(versions) };
        const items = writtenOf(content);
        return { version: { mark: writtenMark(items), items }, text: renderMemoryFile(content) };
      },
      saysTheSame: (one, other) => one === other,
      copyOf: (bytes, { statements }, versions) => withoutErased(bytes, statements, versions),
    });
  }

  async function readKnown(): Promise<Known> {
    const memories: MemoryRecord[] = [];
    for (let page: MemoryRecord[] | null = null; page === null || page.length === pageSize;) {
      page = await store.listMemories({
        ...{ scopes: readableScopes(project), namespaces: [], includeInvalid: false, filter: {} },
        ...{ after: memories.at(-1)?.id ?? null, limit: pageSize },
      });
      memories.push(...page);
    }
    return { ...statementsOf(memories), pending: null };
  }

  async function applyEdits(
    { add, correct, forget }: MemoryEdits,
    refuse: (line: number, error: MemoryError) => void,
    report: SyncReport,
  ): Promise<void> {
    for (const { line, statement } of correct) {
      try {
        for (const id of statement.memoryIds) await dependencies.correct(id, line.text);
        report.corrected.push(line.text);
      } catch (error) {
        if (!(error instanceof MemoryError) || error.code !== 'invalid_input') throw error;
        refuse(line.at, error);
      }
    }
    const lines = add.map(({ text, section }) => ({ content: text, ...placeOf(section, project) }));
    const refusals = add.length > 0 ? await dependencies.remember(lines) : [];
    for (const [index, line] of add.entries()) {
      const refusal = refusals[index];
      if (refusal) refuse(line.at, refusal);
      else report.added.push(line.text);
    }
    for (const statement of forget) {
      for (const id of statement.memoryIds) await dependencies.forget(id);
      report.removed.push(statement.text);
    }
    if (forget.length > 0) await file?.dropCopy();
  }
}

const placeOf = (section: Section, project: string | null): Omit<StatedLine, 'content'> =>
  ({
    you: { about: 'user', project } as const,
    work: { about: 'user', category: 'preference', project } as const,
    rules: { about: 'project', category: 'rule', project } as const,
    project: { about: 'project', project } as const,
  })[section];

type Versions = Awaited<ReturnType<ReturnType<typeof memoryFileVersions>['read']>>;

/** What stays pending when there is no file that says it. */
const lastPending = (versions: Versions): Map<string, string> =>
  new Map(versions[0]?.items.flatMap(({ id, until }) => (until === null ? [] : [[id, until] as const])));

/** A copy must not keep what the file had and the store erased. */
function withoutErased(bytes: Buffer, statements: Statement[], versions: Versions): string {
  const kept = new Set(statements.map(({ id }) => id));
  const erased = new Set(
    versions.flatMap(({ items }) => items.flatMap(({ id }) => (kept.has(id) ? [] : [id]))),
  );
  const isErased = ({ text, id }: ParsedMemoryFile['pending'][number]): boolean =>
    erased.has(statementId(text)) || (id !== null && erased.has(id));
  const { lines, pending } = parseMemoryFile(bytes);
  const at = new Set(
    [...lines.map((line) => ({ ...line, until: '' })), ...pending].filter(isErased).map((line) => line.at),
  );
  return bytes
    .toString()
    .split(/(?<=\r\n|\n|\r(?!\n))/)
    .filter((_, index) => !at.has(index + 1))
    .join('');
}
