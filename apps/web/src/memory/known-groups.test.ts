import type { Memory } from '@devai/react';
import { expect, it } from 'vitest';
import { groupKnown } from './known-groups.ts';

const memory = (id: string, namespace: string, category: Memory['category'], isValid = true): Memory =>
  Object({ id, namespace, category, isValid });

it('divides what is remembered by what a person would ask for, each memory once', () => {
  const told = memory('told', 'devai/user/profile', 'other');
  const groups = groupKnown([
    told,
    told,
    memory('job', 'devai/global', 'profile'),
    memory('tabs', 'devai/user/preferences', 'other'),
    memory('tests', 'devai/project/taskforge/general', 'rule'),
    memory('port', 'devai/project/taskforge/general', 'other'),
    memory('old', 'devai/user/profile', 'profile', false),
  ]);
  const ids = Object.entries(groups).map(([name, members]) => [name, members.map(({ id }) => id)]);
  expect(Object.fromEntries(ids)).toEqual({
    you: ['told', 'job'],
    work: ['tabs', 'tests'],
    project: ['port'],
  });
});
