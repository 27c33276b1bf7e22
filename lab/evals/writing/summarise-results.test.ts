import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleCase } from './eval-case.fixture.ts';
import { floor } from './floor.ts';
import { renderFailures, renderReport } from './render-report.ts';
import type { CaseResult } from './run-cases.ts';
import type { Score } from './score.ts';
import { percent, summarise } from './summarise-results.ts';

const right: Score = { lost: [], invalidated: [], stale: [], junk: [], other: [] };

describe('the summary', () => {
  it('counts cases and memories, by split and by kind', () => {
    const results = [
      result(),
      result({ lost: ['a', 'b'], junk: ['c'] }, { split: 'held_out', kind: 'echo' }),
      result({ other: ['a leak'] }, { split: 'held_out' }),
    ];
    const { total, bySplit, byKind } = summarise('model', results);
    expect(total).toEqual({ cases: 3, passed: 1, lost: 2, stale: 0, junk: 1, wronglyInvalidated: 0 });
    expect(bySplit).toMatchObject({ tuning: { cases: 1, passed: 1 }, held_out: { cases: 2, passed: 0 } });
    expect(byKind.map(({ kind, counts }) => [kind, counts.cases])).toEqual([
      ['digits', 2],
      ['echo', 1],
    ]);
  });

  it('is below the floor when too few held-out cases pass', () => {
    const results = [
      ...Array.from({ length: 90 }, () => result()),
      ...Array.from({ length: 3 }, () => result({}, { split: 'held_out' })),
      ...Array.from({ length: 7 }, () => result({ lost: ['a'] }, { split: 'held_out' })),
    ];
    expect(summarise('rules', results).belowFloor).toContain('30.0 %');
    expect(summarise('rules', [result()]).belowFloor).toBeNull();
  });

  it('is below the floor with one wrongly superseded memory, however many cases pass', () => {
    const results = [...Array.from({ length: 99 }, () => result()), result({ invalidated: ['a'] })];
    expect(summarise('rules', results).belowFloor).toContain('invalidated wrongly');
  });

  it('does not judge a live model', () => {
    expect(summarise('live', [result({ lost: ['a'] })]).belowFloor).toBeNull();
  });

  it('is shown as a table, with the failures below it', () => {
    const results = [result(), result({ stale: ['The port is 8080'] }, { id: 'digits-en-port' })];
    const report = renderReport([summarise('rules', results)]);
    expect(report).toContain('Without a model (offline rules): 1 of 2 (50.0 %)');
    expect(report).toContain('| digits | 2 | 1 | 0 | 1 | 0 | 0 |');
    expect(renderFailures(results)).toBe('digits-en-port (model, tuning)\n  stale: The port is 8080\n');
  });
});

describe('the floor', () => {
  it('is never shown as reached when it is not', () => {
    expect(percent(0.8799)).toBe('87.9 %');
  });

  it('is the one on the benchmarks page', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/benchmarks.md'), 'utf8');
    const figure = (share: number) => `${Math.round(share * 100)} %`;
    const shares = `below ${figure(floor.rules)} of the held-out cases without a model or ${figure(floor.model)} with scripted answers`;
    expect(page).toContain(`${shares}, and with a single memory invalidated wrongly`);
  });
});

function result(score: Partial<Score> = {}, fields: object = {}): CaseResult {
  return {
    evalCase: sampleCase(fields),
    way: 'model',
    score: { ...right, ...score },
  };
}
