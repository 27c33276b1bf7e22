import { z } from 'zod';
import { readDetails } from '../details.ts';
import { MemoryError } from '../errors.ts';
import { categoryName } from '../store/category.ts';
import {
  isNamespace,
  normaliseNamespace,
  normaliseProject,
  parseNamespace,
  storedProject,
} from '../namespaces.ts';
import { metadata } from '../store/columns.ts';
import { sessionChoices } from '../store/contexts.ts';
import { eventActions } from '../store/memories.ts';
import { messageRecord } from '../store/messages.ts';
import { projectSettings } from '../store/projects.ts';
import type { RowKind, StoredRow } from '../store/transfer.ts';

const history = z
  .array(
    z.object({
      at: z.iso.datetime({ offset: true }),
      action: z.enum(eventActions),
      reason: z.string(),
      actor_kind: z.enum(['session', 'job', 'user', 'agent']),
      actor_id: z.string().nullish(),
    }),
  )
  .nullish();

/**
 * Returns a row of an export with project and namespace in the form of this library. Throws `invalid_input` for a memory whose history
 * is malformed or whose namespace belongs to no branch, for a project with settings that no project has, and for JSON or a moment that could
 * not be read back.
 */
export function importedRow(kind: RowKind, row: StoredRow): StoredRow {
  checkMoments(row);
  const problems = readBack[kind]?.safeParse(row).error;
  if (problems) throw refusal(problems);
  if (kind === 'memory') return withDetails(withNamespace(row));
  if (kind === 'project') return describedRow.parse(row);
  const { project } = row;
  if (typeof project !== 'string') return row;
  if (kind === 'document') return { ...row, project: normaliseProject(project) ?? '' };
  return kind === 'session' || kind === 'topic' ? { ...row, project: normaliseProject(project) } : row;
}

const describedRow = z.looseObject({
  id: z.string().transform((name) => storedProject(name)),
  settings: projectSettings,
});

/** The columns of JSON that are read back by their form. The database takes any JSON there. */
const readBack: Partial<Record<RowKind, z.ZodType>> = {
  memory: z.looseObject({ history, category: categoryName }).partial(),
  session: z.looseObject({ state: metadata, metadata, choices: sessionChoices }).partial(),
  message: z
    .looseObject({
      metadata,
      tool_calls: messageRecord.shape.toolCalls,
      marks: messageRecord.shape.marks.nullable(),
    })
    .partial(),
  project: describedRow,
  job: z.looseObject({ payload: metadata, result: metadata.nullable() }).partial(),
};

/** A moment that a `Date` can hold: the database would take "infinity" and the year 20000, too. */
const moment = z.iso.datetime({ offset: true });

function checkMoments(row: StoredRow): void {
  for (const [column, value] of Object.entries(row)) {
    if (typeof value !== 'string' || !/(^|_)(at|until)$/.test(column) || moment.safeParse(value).success)
      continue;
    throw new MemoryError('invalid_input', `${column}: must be a date and time in ISO 8601`);
  }
}

/** Names the first wrong column of a row. */
export function refusal(cause: z.ZodError): MemoryError {
  const [issue] = cause.issues;
  const problem = `${issue?.path.join('.') ?? 'row'}: ${issue?.message ?? ''}`;
  return new MemoryError('invalid_input', problem, { cause });
}

const typed = z.object({ category: categoryName, metadata: z.record(z.string(), z.unknown()) });

/** The details of its category in their right form, where they can be read: the status "Done" is done. */
function withDetails(row: StoredRow): StoredRow {
  const { data } = typed.safeParse(row);
  return data
    ? { ...row, metadata: { ...data.metadata, ...readDetails(data.category, data.metadata) } }
    : row;
}

/** Normalises an invalid namespace (upper case, too many segments, only dots) within its branch, so that no other project reads it. */
function withNamespace(row: StoredRow): StoredRow {
  const { namespace } = row;
  if (typeof namespace !== 'string' || isNamespace(namespace)) return row;
  const [root = '', branch = '', project = '', ...below] = namespace.trim().toLowerCase().split('/');
  const named = branch === 'project' ? normaliseProject(project) : null;
  const isOfUser = branch === 'global' || branch === 'user';
  // throws, and names the missing branch
  if (root !== 'devai' || (!isOfUser && named === null))
    return { ...row, namespace: parseNamespace(namespace) };
  const path = isOfUser ? [root, branch, project, ...below] : [root, branch, named, ...below];
  return { ...row, namespace: normaliseNamespace(path.join('/'), named) };
}
