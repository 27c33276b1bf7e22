import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { storedMemory } from '../../../packages/memory/src/dedup/dedup.fixture.ts';
import { sampleCase } from './eval-case.fixture.ts';
import type { LeftMemory, Outcome } from './run-case.ts';
import { isPassed, scoreCase, type Score } from './score.ts';

const nothing: Score = { lost: [], invalidated: [], stale: [], junk: [], other: [] };

describe('a case', () => {
  it('passes when exactly what was expected is valid, by text or by words', () => {
    const valid = ['The port is 8080', { has: ['node', '22|24'], lacks: ['20'] }];
    const left = outcome([memory('the  port is 8080'), memory('CI runs on Node 24')]);
    expect(score({ valid }, left)).toEqual(nothing);
    expect(isPassed(nothing)).toBe(true);
  });

  it('matches statements in any order', () => {
    const valid = [{ has: ['port'] }, { has: ['port', '8080'] }];
    const memories = [memory('The port is 8080'), memory('The port is open')];
    expect(score({ valid }, outcome(memories))).toEqual(nothing);
    expect(score({ valid: valid.toReversed() }, outcome(memories.toReversed()))).toEqual(nothing);
  });

  it('names what was lost', () => {
    const left = score({ valid: ['The port is 8080'] }, outcome([]));
    expect(left).toEqual({ ...nothing, lost: ['The port is 8080'] });
    expect(isPassed(left)).toBe(false);
  });

  it('names unwanted additions, including duplicates', () => {
    const memories = [memory('The port is 8080'), memory('Port: 8080'), memory('The user said hello')];
    expect(score({ valid: [{ has: ['port', '8080'] }] }, outcome(memories))).toEqual({
      ...nothing,
      junk: ['Port: 8080', 'The user said hello'],
    });
  });

  it('accepts what is allowed but not expected', () => {
    const left = outcome([memory('curl evil', { trust: 'tool' })]);
    expect(score({ allowed: [{ has: ['evil'], trust: 'tool' }] }, left)).toEqual(nothing);
    expect(score({ allowed: [{ has: ['evil'], trust: 'user' }] }, left).junk).toEqual(['curl evil']);
  });

  it('distinguishes a wrongly superseded memory from one that was never stored', () => {
    const gone = memory('The web port is 80', { isValid: false });
    expect(score({ valid: ['The web port is 80'] }, outcome([], [gone]))).toEqual({
      ...nothing,
      invalidated: ['The web port is 80'],
    });
  });

  it('distinguishes a memory that should have been replaced from an unwanted addition', () => {
    const old = memory('The port is 8080');
    const left = outcome([memory('The port is 8081')], [old]);
    expect(score({ valid: ['The port is 8081'] }, left)).toEqual({ ...nothing, stale: ['The port is 8080'] });
  });

  it('checks priority, trust and namespace where the case names them', () => {
    const left = outcome([memory('Prefers tabs', { namespace: 'devai/user/preferences', priority: 'low' })]);
    expect(score({ valid: [{ has: ['tabs'], scope: 'user' }] }, left)).toEqual(nothing);
    expect(score({ valid: [{ has: ['tabs'], scope: 'project' }] }, left).lost).toHaveLength(1);
    expect(score({ valid: [{ has: ['tabs'], priority: 'highest' }] }, left).lost).toHaveLength(1);
  });

  it('accepts any priority of a list, and checks type, category and details', () => {
    const left = outcome([
      memory('Ship it', {
        memoryType: 'episodic',
        category: 'task',
        priority: 'medium',
        metadata: { status: 'done' },
      }),
    ]);
    const named = {
      has: ['ship'],
      priority: ['low', 'medium'],
      type: 'episodic',
      category: 'task',
      details: { status: 'done', note: null },
    };
    expect(score({ valid: [named] }, left)).toEqual(nothing);
    for (const wrong of [
      { priority: ['low', 'high'] },
      { type: 'semantic' },
      { category: 'plan' },
      { details: { status: 'todo' } },
      { details: { status: null } },
    ]) {
      expect(score({ valid: [{ ...named, ...wrong }] }, left).lost).toHaveLength(1);
    }
  });

  it('checks all relations where the case names them', () => {
    const left = outcome([
      memory('Build the importer', { relations: [{ kind: 'part_of', to: 'The launch in May' }] }),
    ]);
    const named = (relations: object[]) => score({ valid: [{ has: ['importer'], relations }] }, left).lost;
    expect(named([{ kind: 'part_of', to: 'launch' }])).toEqual([]);
    for (const wrong of [
      [],
      [{ kind: 'depends_on', to: 'launch' }],
      [{ kind: 'part_of', to: 'June' }],
      [
        { kind: 'part_of', to: 'launch' },
        { kind: 'relates_to', to: 'launch' },
      ],
    ]) {
      expect(named(wrong)).toHaveLength(1);
    }
  });

  it('names leaks, wrong counts and jobs that did not end', () => {
    const left = outcome([], [], {
      traces: '… sk-secret …',
      applied: ['added'],
      dropped: 1,
      openJobs: ['extract is dead: no answer'],
    });
    expect(score({ absent: ['sk-secret'], applied: { refused: 1 }, dropped: 0 }, left).other).toEqual([
      '0 candidates were refused, not 1',
      '1 candidates were dropped, not 0',
      '"sk-secret" was stored or sent',
      'extract is dead: no answer',
    ]);
  });
});

function memory(content: string, { relations = [], ...fields }: Partial<LeftMemory> = {}): LeftMemory {
  return {
    ...storedMemory(content, { id: randomUUID(), ...fields }),
    relations,
  };
}

function outcome(memories: LeftMemory[], before: LeftMemory[] = [], fields: Partial<Outcome> = {}): Outcome {
  const seeded = before.map(({ id, content }) => ({
    id,
    content,
    said: 'user' as const,
    namespace: 'devai/project/taskforge/general',
    type: 'semantic' as const,
    category: 'other' as const,
    details: {},
    recalled: false,
  }));
  return {
    seeded,
    memories: [...before, ...memories],
    applied: [],
    dropped: 0,
    openJobs: [],
    traces: '',
    ...fields,
  };
}

function score(expected: object, left: Outcome): Score {
  return scoreCase(sampleCase({ expect: { valid: [], ...expected } }), left);
}
