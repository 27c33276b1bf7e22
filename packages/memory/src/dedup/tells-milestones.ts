import { isDeepStrictEqual } from 'node:util';
import { readDetails } from '../details.ts';
import type { Candidate } from '../types.ts';
import { compareStatements } from './compare-statements.ts';

type Plan = Pick<Candidate, 'content' | 'category' | 'metadata'>;

/** Whether a statement repeats a plan with other milestones. Pure. */
export function tellsMilestones(statement: Plan, plan: Plan): boolean {
  if (statement.category !== 'plan' || plan.category !== 'plan') return false;
  const { milestones } = readDetails('plan', statement.metadata);
  return (
    milestones !== undefined &&
    compareStatements(statement.content, plan.content) === 'same' &&
    !isDeepStrictEqual(milestones, readDetails('plan', plan.metadata).milestones)
  );
}
