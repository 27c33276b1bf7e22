import { describe, expect, it } from 'vitest';
import { checkDetails, readDetails } from './details.ts';

describe('details as they are written', () => {
  it.each([
    ['In Progress', 'doing'],
    ['in_progress', 'doing'],
    ['DONE', 'done'],
    ['completed', 'done'],
    ['on-hold', 'blocked'],
    ['Open', 'todo'],
    ['limbo', undefined],
    [3, undefined],
    [null, undefined],
  ])('read the status %j as %j', (written, status) => {
    expect(readDetails('task', { status: written }).status).toBe(status);
  });

  it('keep the readable items of a list, accept a single text, and stay within the limit', () => {
    const files = (relatedFiles: unknown) => readDetails('task', { relatedFiles }).relatedFiles;
    expect(files(['a.ts', null, '', ' b.ts ', 7])).toEqual(['a.ts', 'b.ts']);
    expect(files('a.ts')).toEqual(['a.ts']);
    expect(files(Array.from({ length: 40 }, () => 'a.ts'))).toHaveLength(30);
    expect(files([null])).toBeUndefined();
    expect(files({ 0: 'a.ts' })).toBeUndefined();
  });

  it('keep a milestone with an unreadable status or date, and one that is only a name', () => {
    const milestones = [
      'schema',
      { title: 'import', status: 'Finished', due: 'spring' },
      { title: '' },
      null,
    ];
    expect(readDetails('plan', { milestones }).milestones).toEqual([
      { title: 'schema', status: 'todo', due: null },
      { title: 'import', status: 'done', due: null },
    ]);
  });

  it('are refused nevertheless when a host sets them', () => {
    for (const metadata of [{ status: 'In Progress' }, { relatedFiles: 'a.ts' }, { completedAt: 'soon' }]) {
      expect(() => checkDetails('task', metadata)).toThrow('metadata of a task');
    }
    expect(() => checkDetails('plan', { milestones: ['schema'] })).toThrow('metadata of a plan');
  });
});
