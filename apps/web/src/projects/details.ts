import type { Memory } from '@devai/react';

export const statuses = ['todo', 'doing', 'blocked', 'done'] as const;
export type Status = (typeof statuses)[number];
const names = { todo: 'To do', doing: 'Doing', blocked: 'Blocked', done: 'Done' };
/** The name of a status for people. */
export const statusName = (status: Status): string => names[status];

type Metadata = Memory['metadata'];

/** A text of the metadata; null when it is absent or empty. */
export function detail(metadata: Metadata, name: string): string | null {
  const value = metadata[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The texts of a list of the metadata. */
export function listOf(metadata: Metadata, name: string): string[] {
  const value = metadata[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

const asStatus = (value: unknown): Status => statuses.find((one) => one === value) ?? 'todo';

/** The status of a task; `todo` by default. */
export const statusOf = ({ metadata }: Pick<Memory, 'metadata'>): Status => asStatus(metadata['status']);

export type Milestone = { title: string; status: Status; due: string | null };

/** The milestones of a plan, in order. */
export function milestonesOf({ metadata: { milestones } }: Pick<Memory, 'metadata'>): Milestone[] {
  if (!Array.isArray(milestones)) return [];
  return milestones.flatMap((one: unknown) => {
    const { title, status, due }: Record<string, unknown> = Object(one);
    if (typeof title !== 'string') return [];
    return [{ title, status: asStatus(status), due: typeof due === 'string' ? due : null }];
  });
}
