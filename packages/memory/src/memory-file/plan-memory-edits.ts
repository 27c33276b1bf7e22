import type { WrittenVersion } from '../files/written-versions.ts';
import type { ParsedMemoryFile } from './parse-memory-file.ts';
import type { WrittenStatement } from './render-memory-file.ts';
import { statementId, type Statement } from './statement.ts';

type FileLine = ParsedMemoryFile['lines'][number];

export type MemoryEdits = {
  add: FileLine[];
  correct: { line: FileLine; statement: Statement }[];
  forget: Statement[];
  /** The days on which statements will be forgotten, by their ids. */
  pending: Map<string, string>;
  /** Removed statements that stay, because they were changed in the store since the file was written. */
  stay: Statement[];
};

type Input = {
  file: ParsedMemoryFile;
  versions: WrittenVersion<WrittenStatement>[];
  /** What the store has. */
  statements: Statement[];
  today: string;
  tomorrow: string;
};

/**
 * Plans the changes of the store: the difference between what the user saw and what they made of it. Nothing is forgotten that no version
 * showed as pending, and nothing that is missing in a damaged file, or in one that another store wrote. Once the edits are applied, planning
 * again gives none.
 */
export function planMemoryEdits({ file, versions, statements, today, tomorrow }: Input): MemoryEdits {
  const isDamaged = file.problems.length > 0;
  const known = new Map(statements.map((statement) => [statement.id, statement]));
  const ofFile = file.marks.flatMap(({ written }) => versions.find(({ mark }) => mark === written) ?? []);
  const isForeign = ofFile.length < file.marks.length || ofFile.length === 0;
  const seen = asShown(ofFile);
  const shownLately = asShown(versions);
  const pendingLately = new Set(
    versions.flatMap(({ items }) => items.flatMap(({ id, until }) => (until === null ? [] : [id]))),
  );
  const gone = isForeign ? shownLately : seen;

  const edits: MemoryEdits = { add: [], correct: [], forget: [], pending: new Map(), stay: [] };
  const present = new Set(file.lines.map(({ text }) => statementId(text)));
  const added = new Set<string>();
  const pendingInFile = new Map(file.pending.map(({ id, text, until }) => [id ?? statementId(text), until]));
  for (const line of file.lines) readLine(line);
  for (const statement of statements) if (!present.has(statement.id)) planMissing(statement);
  return edits;

  function readLine(line: FileLine): void {
    const id = statementId(line.text);
    if (known.has(id) || added.has(id)) return;
    // the store dropped it since
    if (line.id === id && gone.has(id)) return;
    const statement = line.id === null || isDamaged ? undefined : known.get(line.id);
    added.add(id);
    // a second line with the same id is one that the user copied
    if (!statement || present.has(statement.id)) edits.add.push(line);
    else {
      present.add(statement.id);
      edits.correct.push({ line, statement });
    }
  }

  /** For a statement that stands in no section. */
  function planMissing(statement: Statement): void {
    const { id, updatedAt } = statement;
    const until = pendingInFile.get(id);
    const before = seen.get(id);
    const keepPending = (day: string | null | undefined) => void (day && edits.pending.set(id, day));
    // nothing counts as removed
    if (isDamaged) keepPending(until ?? versions[0]?.items.find((item) => item.id === id)?.until);
    else if (until === undefined && !before) {
      if (isForeign) keepPending(versions[0]?.items.find((item) => item.id === id)?.until);
    } else if (updatedAt > (before ?? shownLately.get(id) ?? { updatedAt: Infinity }).updatedAt) {
      edits.stay.push(statement);
    } else if (until === undefined) {
      if (before?.until == null) edits.pending.set(id, tomorrow);
      else edits.forget.push(statement);
    } else if (until > today) edits.pending.set(id, until);
    else if (pendingLately.has(id)) edits.forget.push(statement);
    else edits.pending.set(id, tomorrow);
  }
}

/** What versions showed, by id: the newest of each, but in a section if one of them had it there. */
function asShown(versions: WrittenVersion<WrittenStatement>[]): Map<string, WrittenStatement> {
  const shown = new Map<string, WrittenStatement>();
  for (const { items } of versions) {
    for (const item of items) {
      const newer = shown.get(item.id);
      if (!newer) shown.set(item.id, item);
      else if (item.until === null) shown.set(item.id, { ...newer, until: null });
    }
  }
  return shown;
}
