import { describe, expect, it } from 'vitest';
import { planTopicEdit, type Topic } from './topic-edit.ts';

describe('an edit of the topics', () => {
  it('leaves what others changed in other topics', () => {
    const seen = [topic('billing'), topic('login')];
    const latest = [topic('billing'), topic('search', ['rank.ts'])];
    const { topics, conflict } = planTopicEdit({ kind: 'remove', topic: 'billing' }, seen, latest);
    expect([names(topics), conflict]).toEqual([[['search', 'rank.ts']], null]);
  });

  it.each([
    ['worked on', topic('billing', [], 2)],
    ['given other paths', topic('billing', ['a.ts'])],
  ])('does not remove a topic that was %s meanwhile', (_, now) => {
    const plan = planTopicEdit({ kind: 'remove', topic: 'billing' }, [topic('billing')], [now]);
    expect(plan).toEqual({ topics: null, conflict: '“billing” stays: it was changed after you saw it.' });
  });

  it('keeps the paths of both when both changed them', () => {
    const plan = planTopicEdit(
      { kind: 'correct', topic: 'billing', files: ['b.ts', 'mine.ts'], directories: [] },
      [topic('billing', ['a.ts', 'b.ts'])],
      [topic('billing', ['a.ts', 'b.ts', 'theirs.ts'])],
    );
    expect(names(plan.topics)).toEqual([['billing', 'b.ts', 'mine.ts', 'theirs.ts']]);
    expect(plan.conflict).toContain('Both changes are kept');
  });

  it('does not bring back topics that were removed meanwhile, and adds to existing ones', () => {
    const edit = { topic: 'billing', files: ['b.ts'], directories: [] };
    expect(planTopicEdit({ kind: 'correct', ...edit }, [topic('billing')], [])).toMatchObject({
      topics: null,
    });
    const added = planTopicEdit({ kind: 'add', ...edit }, [], [topic('billing', ['a.ts'])]);
    expect(names(added.topics)).toEqual([['billing', 'b.ts', 'a.ts']]);
  });
});

const topic = (name: string, files: string[] = [], touched = 1): Topic => ({
  topic: name,
  parent: null,
  files,
  directories: [],
  strength: 1,
  sessions: 1,
  lastTouchedAt: new Date(touched).toISOString(),
});

const names = (topics: Topic[] | null) => topics?.map((one) => [one.topic, ...one.files]);
