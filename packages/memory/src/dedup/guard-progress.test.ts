import { describe, expect, it } from 'vitest';
import type { StoredCandidate } from '../store/memories.ts';
import type { MemoryRecord } from '../store/memories.ts';
import type { Decision, Metadata } from '../types.ts';
import { neighbour, stated, storedMemory } from './dedup.fixture.ts';
import { guardDecisions, type Answer } from './guard-decisions.ts';

const csv = task('Build the CSV exporter', 'doing');
const pdf = task('Build the PDF exporter', 'doing');

describe('the status of a task', () => {
  it.each(['update', 'delete', 'noop'] as const)('is an update, whatever was decided: %s', (action) => {
    const said = says('The CSV exporter is done', 'done');
    const guarded = guard([said], [csv, pdf], [{ action, targetId: csv.id }]);
    expect(guarded).toMatchObject({ decisions: [{ action: 'update', targetId: csv.id }], disputes: [] });
  });

  it.each([
    ['names a sibling better', 'The CSV exporter is done', [csv, pdf]],
    ['names the task hardly', 'The CSV exporter is done', [pdf]],
  ])('is disputed where the statement %s', (_, content, near) => {
    const said = says(content, 'done');
    const decisions = [{ action: 'update', targetId: pdf.id }] as const;
    const { disputes } = guard([said], near, [...decisions]);
    expect(disputes).toEqual([{ candidate: 0, stored: pdf }]);
    const after = (answer: Answer) => guard([said], near, [...decisions], new Map([[0, answer]])).decisions;
    expect(after('changes')).toMatchObject([{ action: 'update', targetId: pdf.id }]);
    expect(after('other')).toMatchObject([{ action: 'add', targetId: null }]);
    expect(after('unclear')).toMatchObject([{ action: 'add', disputes: pdf.id }]);
  });

  it('changed by an earlier candidate goes to the stored task', () => {
    const [doing, done] = [
      says('The CSV exporter is begun', 'blocked'),
      says('The CSV exporter is done', 'done'),
    ];
    const { decisions } = guard(
      [doing, done],
      [csv],
      [
        { action: 'update', targetId: csv.id },
        { action: 'noop', targetId: doing.id },
      ],
    );
    expect(decisions).toMatchObject([
      { action: 'update', targetId: csv.id },
      { action: 'update', targetId: csv.id },
    ]);
  });

  it('also goes to a task that is new in the same batch', () => {
    const [open, done] = [says('Build the importer', 'todo'), says('The importer is done', 'done')];
    const { decisions } = guard(
      [open, done],
      [],
      [
        { action: 'add', targetId: null },
        { action: 'update', targetId: open.id },
      ],
    );
    expect(decisions).toMatchObject([{ action: 'add' }, { action: 'update', targetId: open.id }]);
  });
});

describe('a plan that is stated again', () => {
  const milestones = [{ title: 'schema', status: 'todo', due: null }];
  const plan = storedMemory('Launch in May', { category: 'plan', metadata: { milestones } });

  it('with other milestones changes the plan', () => {
    const done = [{ title: 'schema', status: 'done', due: null }];
    expect(after('launch in May.', { milestones: done })).toMatchObject([
      { action: 'update', targetId: plan.id },
    ]);
  });

  it.each([[{ milestones }], [{}], [{ milestones: [] }]])('with %j is known', (metadata) => {
    expect(after('launch in May.', metadata)).toMatchObject([{ action: 'noop', targetId: plan.id }]);
  });

  function after(content: string, metadata: Metadata) {
    return guard(
      [stated(content, { category: 'plan', metadata })],
      [plan],
      [{ action: 'noop', targetId: plan.id }],
    ).decisions;
  }
});

function task(content: string, status: string) {
  return storedMemory(content, { category: 'task', metadata: { status } });
}

function says(content: string, status: string) {
  return stated(content, { category: 'task', metadata: { status } });
}

function guard(
  candidates: StoredCandidate[],
  near: MemoryRecord[],
  decisions: Pick<Decision, 'action' | 'targetId'>[],
  answers?: Map<number, Answer>,
) {
  const batch = {
    candidates,
    neighbours: candidates.map(() => near.map((memory) => neighbour(memory))),
    read: new Set(candidates.keys()),
  };
  const proposed = decisions.map((one, candidate) => ({ candidate, reason: 'because', ...one }));
  return guardDecisions(proposed, batch, answers);
}
