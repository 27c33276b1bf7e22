import { renderTable } from '@devai/memory/testing';
import { fallen, type Tally } from '../../apps/api/testing/tally.ts';

/** Renders the table of failures, followed by each failure and how to repeat it. */
export function renderReport(tallies: Tally[], { minutes, seed }: { minutes: number; seed: number }): string {
  const rows = tallies.map(({ kind, store, tries, counts }) => [
    kind,
    store,
    String(tries),
    ...fallen.map((column) => String(counts[column])),
  ]);
  const table = renderTable(['kind', 'store', 'tries', ...fallen], rows, true);
  const failed = tallies.filter(({ failures }) => failures.size > 0);
  const told = failed.map(({ kind, store, failures }) => {
    const again = `pnpm attack --minutes ${minutes} --only ${kind} --store ${store} --seed ${seed}`;
    return [`\n${kind} on ${store}; again: ${again}`, ...[...failures].map((one) => `  ${one}`), ''].join(
      '\n',
    );
  });
  return `\n${table}${told.join('')}`;
}
