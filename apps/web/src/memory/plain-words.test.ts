import { expect, it } from 'vitest';
import { describePlace, describeSource } from './plain-words.ts';

it('says in plain words what a memory is about and who said it', () => {
  expect(describePlace(Object({ category: 'other', namespace: 'devai/user/profile' }))).toBe(
    'a fact, in every project',
  );
  expect(
    describePlace(Object({ category: 'architecture', namespace: 'devai/project/taskforge/general' })),
  ).toBe('an architecture, in the project taskforge');
  expect(describeSource({ source: 'user_stated', trust: 'user' })).toBe('you, in your own words');
  expect(describeSource({ source: 'pattern', trust: 'agent' })).toBe('the agent; pattern');
});
