import { readDetails } from '../details.ts';
import type { Candidate } from '../types.ts';

type Typed = Pick<Candidate, 'category' | 'metadata'>;

/** Whether a statement about a task has another status than the task. Pure. */
export function tellsStatus(statement: Typed, task: Typed): boolean {
  if (statement.category !== 'task' || task.category !== 'task') return false;
  const { status } = readDetails('task', statement.metadata);
  return status !== undefined && status !== (readDetails('task', task.metadata).status ?? 'todo');
}
