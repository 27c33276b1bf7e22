import { normaliseProject } from '../namespaces.ts';
import type { RowKind, StoredRow } from '../store/stored-rows.ts';

/** Rows whose project stands in them as this store finds it by: what an older store wrote has it as it was typed. */
export function nameProjects(kind: RowKind, rows: StoredRow[]): StoredRow[] {
  if (kind !== 'session' && kind !== 'topic') return rows;
  return rows.map((row) => {
    const { project } = row;
    return typeof project === 'string' ? { ...row, project: normaliseProject(project) } : row;
  });
}
