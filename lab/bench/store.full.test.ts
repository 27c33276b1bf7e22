import { expect, it } from 'vitest';
import { createProgressBar } from '../../packages/memory/testing/progress-bar.ts';
import { renderStoreReport } from './store/render-report.ts';
import { runStoreBench } from './store/run-store-bench.ts';

it('finds what is nearest, updates in place and prunes without rewriting, at 10,000 memories on the embedded store', async () => {
  const figures = await runStoreBench({
    driver: 'memory',
    url: undefined,
    rows: 10_000,
    questions: 4,
    rounds: 1,
    forms: [{ name: 'exact', pool: null }],
    imported: 500,
    bar: createProgressBar(process.stderr),
  });

  for (const { name, recall, recallLow } of figures.search) {
    expect(recall.average, name).toBeGreaterThanOrEqual(0.98);
    expect(recall.worst, name).toBeGreaterThanOrEqual(0.9);
    expect(recallLow.average, `${name}, without a threshold`).toBeGreaterThanOrEqual(0.98);
    expect(recallLow.worst, `${name}, without a threshold`).toBeGreaterThanOrEqual(0.9);
  }
  expect(figures.reinforcement.hotShare).toBeGreaterThanOrEqual(0.95);
  expect(figures.decay.pruned).toBeGreaterThan(0);
  expect(figures.decay.written).toBe(figures.decay.pruned + figures.decay.expired);
  expect(figures.decay.againWritten).toBe(0);
  expect(renderStoreReport([figures], true)).toContain('10,000 memories, memory');
}, 300_000);
