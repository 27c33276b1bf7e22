import { isDeepStrictEqual } from 'node:util';
import { readDetails } from '../details.ts';
import type { Candidate } from '../types.ts';
import { compareStatements } from './compare-statements.ts';

type Told = Pick<Candidate, 'content' | 'category' | 'metadata'>;

/** Whether a statement about a task has another status than the task. Pure. */
export function tellsStatus(statement: Told, task: Told): boolean {
  if (statement.category !== 'task' || task.category !== 'task') return false;
  const { status } = readDetails('task', statement.metadata);
  return status !== undefined && status !== (readDetails('task', task.metadata).status ?? 'todo');
}

/** Whether a statement repeats a plan with other milestones. Pure. */
export function tellsMilestones(statement: Told, plan: Told): boolean {
  if (statement.category !== 'plan' || plan.category !== 'plan') return false;
  const { milestones } = readDetails('plan', statement.metadata);
  return (
    milestones !== undefined &&
    compareStatements(statement.content, plan.content) === 'same' &&
    !isDeepStrictEqual(milestones, readDetails('plan', plan.metadata).milestones)
  );
}
