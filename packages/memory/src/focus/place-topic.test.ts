import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeTopic } from './place-topic.ts';
import { topicLevels } from './topic-name.ts';

const options = { hasPaths: true };

describe('filing a proposed topic', () => {
  it('keeps a new name of one level', () => {
    expect(placeTopic('billing', [topic('memory')], options)).toEqual({
      topic: 'billing',
      parentTopic: null,
    });
  });

  it('prefers an existing name', () => {
    expect(place('Job Queue', [topic('job-queue')])).toBe('job-queue');
    expect(place('deployments', [topic('deployment')])).toBe('deployment');
  });

  it.each([
    [0, 'memory'],
    [1, 'memory'],
    [2, 'memory'],
    [3, 'memory/extraction'],
    [9, 'memory/extraction'],
  ])('files a child of a parent seen in %d sessions under %s', (sessions, expected) => {
    expect(place('memory/extraction', [topic('memory', sessions)])).toBe(expected);
  });

  it('files a child under its parent while the work has no paths of its own', () => {
    expect(place('memory/extraction', [topic('memory', 5)], { hasPaths: false })).toBe('memory');
  });

  it('starts with the parent when neither exists', () => {
    expect(placeTopic('memory/extraction', [], options)).toEqual({ topic: 'memory', parentTopic: null });
  });

  it('finds an existing child, whatever happened to its parent', () => {
    const topics = [topic('memory/extraction', 1)];
    expect(placeTopic('Memory/Extractions', topics, options)).toEqual({
      topic: 'memory/extraction',
      parentTopic: 'memory',
    });
  });

  it('reads the bare name of a child as that child, unless two parents have one or a topic has that name', () => {
    expect(place('extraction', [topic('memory'), topic('memory/extraction')])).toBe('memory/extraction');
    expect(place('tests', [topic('memory/tests'), topic('web/tests')])).toBe('tests');
    expect(place('extraction', [topic('memory/extraction'), topic('extraction')])).toBe('extraction');
  });

  it('names a child with the existing spelling of its parent', () => {
    expect(place('Memories/Dedup', [topic('memory', 4)])).toBe('memory/Dedup');
  });

  it('creates no third level', () => {
    expect(place('memory/extraction/rules', [topic('memory', 4), topic('memory/extraction', 4)])).toBe(
      'memory/extraction',
    );
  });

  it('returns no topic for a blank name', () => {
    expect(placeTopic(' ** / ', [], options)).toBeNull();
  });

  it('never creates a third level or a child of a young parent, whatever is proposed', () => {
    const names = fc.constantFrom(
      'a',
      'b',
      'memory',
      'memories',
      'a/b',
      'memory/a',
      'a/b/c',
      'b/memory',
      ' / x',
    );
    const topics = fc.uniqueArray(fc.tuple(names, fc.nat(5)), { selector: ([name]) => name });
    fc.assert(
      fc.property(names, topics, (name, known) => {
        const all = known.map(([one, sessions]) =>
          topic(topicLevels(one).child === null ? one : one, sessions),
        );
        const placed = placeTopic(name, all, options);
        if (!placed || all.some((one) => one.topic === placed.topic)) return;
        expect(placed.topic.split('/').length).toBeLessThanOrEqual(2);
        const { parent, child } = topicLevels(placed.topic);
        if (child !== null)
          expect(all.find((one) => one.topic === parent)?.sessionCount).toBeGreaterThanOrEqual(3);
      }),
    );
  });
});

function topic(name: string, sessionCount = 1) {
  return { topic: name, sessionCount };
}

function place(name: string, topics: ReturnType<typeof topic>[], changes = {}): string | null {
  return placeTopic(name, topics, { ...options, ...changes })?.topic ?? null;
}
