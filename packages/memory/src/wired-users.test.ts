import { expect, it, vi } from 'vitest';
import { createWiredUsers, type Unstored } from './wired-users.ts';

const most = 2;
function users() {
  const made = vi.fn<(user: string, name: string, unstored: Unstored) => void>();
  const wired = createWiredUsers((user, name, unstored) => {
    made(user, name, unstored);
    return { user, unstored, flush: vi.fn<() => Promise<void>>(async () => {}) };
  }, most);
  return { ...wired, made };
}

it('puts away whose memory was used the longest ago', () => {
  const { of, all, made } = users();
  for (const user of ['a', 'b', 'a', 'c']) of(user, user.toUpperCase());
  expect(
    all()
      .map(({ user }) => user)
      .toSorted(),
  ).toEqual(['a', 'c']);
  of('b', 'B');
  expect(made.mock.calls.map(([user, name]) => user + name)).toEqual(['aA', 'bB', 'cC', 'bB']);
});

it('keeps one in hand as long as something of it is not stored', async () => {
  const { of, all, flush, made } = users();
  const first = of('a', 'a');
  for (const user of ['b', 'c']) of(user, user);
  expect(all()).not.toContain(first);
  first.unstored.add();
  expect(all()).toContain(first);
  await flush('a');
  expect(first.flush).toHaveBeenCalledTimes(1);
  expect(of('a', 'a')).toBe(first);
  first.unstored.remove();
  for (const user of ['b', 'c']) of(user, user);
  expect(all()).not.toContain(first);
  expect(of('a', 'a')).not.toBe(first);
  expect(made.mock.calls.filter(([user]) => user === 'a')).toHaveLength(2);
});

it('forgets a user who is dropped', () => {
  const { of, all, drop } = users();
  of('a', 'a').unstored.add();
  drop('a');
  expect(all()).toEqual([]);
});
