import { MemoryError } from '../errors.ts';
import { normaliseNamespace, normaliseProject, parseNamespace } from '../namespaces.ts';
import type { StoredRow } from '../store/stored-rows.ts';

/**
 * A memory of another store with its namespace as this library writes it. One that it cannot have (upper case, too many segments, only
 * dots) is brought into its form within the same branch, so that the memory is found there and nowhere else; a project is
 * named as its sessions are. Throws `invalid_input` when it has no branch.
 */
export function nameNamespace(row: StoredRow): StoredRow {
  const { namespace } = row;
  if (typeof namespace !== 'string' || isValid(namespace)) return row;
  const [root = '', branch = '', project = '', ...below] = namespace.trim().toLowerCase().split('/');
  const named = branch === 'project' ? normaliseProject(project) : null;
  const isOfUser = branch === 'global' || branch === 'user';
  // names the branch that is missing
  if (root !== 'devai' || (!isOfUser && named === null))
    return { ...row, namespace: parseNamespace(namespace) };
  const path = isOfUser ? [root, branch, project, ...below] : [root, branch, named, ...below];
  return { ...row, namespace: normaliseNamespace(path.join('/'), named) };
}

function isValid(namespace: string): boolean {
  try {
    return parseNamespace(namespace) === namespace;
  } catch (error) {
    if (error instanceof MemoryError) return false;
    throw error;
  }
}
