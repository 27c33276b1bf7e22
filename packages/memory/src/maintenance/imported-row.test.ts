import { describe, expect, it } from 'vitest';
import { importedRow } from './imported-row.ts';

describe('the details of an imported memory', () => {
  it('get the form that prompts and later statements read, and keep the host’s own fields', () => {
    expect(imported('task', { status: 'In Progress', relatedFiles: 'a.ts', own: { a: null } })).toEqual({
      status: 'doing',
      relatedFiles: ['a.ts'],
      own: { a: null },
    });
    expect(imported('plan', { milestones: ['schema'] })).toEqual({
      milestones: [{ title: 'schema', status: 'todo', due: null }],
    });
  });

  it.each([
    ['task', { status: 7, completedAt: 'infinity', relatedFiles: { a: 1 } }],
    ['decision', { status: 'Done' }],
    ['other', { status: 'Done' }],
    ['nothing', { status: 'Done' }],
    ['task', ['status']],
    ['task', null],
  ])('stay as they are if they cannot be read: %s %j', (category, metadata) => {
    expect(imported(category, metadata)).toEqual(metadata);
  });
});

function imported(category: unknown, metadata: unknown) {
  return importedRow('memory', { namespace: 'devai/project/shop/work', category, metadata })['metadata'];
}
