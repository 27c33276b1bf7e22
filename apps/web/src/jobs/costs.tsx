import { useStats, type DayUse } from '@devai/react';
import type { ReactNode } from 'react';
import { Loaded } from '../parts/states.tsx';

const count = new Intl.NumberFormat();
const dayName = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** What each operation is called. */
const operations: Record<string, string> = {
  chat: 'chat',
  extract: 'learning',
  deduplicate: 'removing duplicates',
  consolidate: 'consolidation',
  compact: 'compaction',
  tag: 'focus',
  embed_query: 'vectors of questions',
  embed_memory: 'vectors of memories',
};
/** The same for an operation on every day. */
const hueOf = (operation: string): number => (Object.keys(operations).indexOf(operation) * 137 + 357) % 360;
const operationName = (operation: string): string => operations[operation] ?? operation.replaceAll('_', ' ');

const tokensOf = ({ inputTokens, outputTokens }: DayUse): number => inputTokens + outputTokens;

/** Tokens and cost of the last 30 days, by operation and by day, with the daily ceiling. */
export function Costs(): ReactNode {
  const stats = useStats();
  return (
    <section aria-label="Tokens and cost">
      <h2>Tokens and cost</h2>
      <Loaded of={stats} what="the cost">
        {stats.data && <Ceiling {...stats.data.ceiling} />}
        {stats.data &&
          (stats.data.days.length === 0 ? (
            <p className="hint">No model was asked in the last 30 days.</p>
          ) : (
            <Days days={stats.data.days} />
          ))}
      </Loaded>
    </section>
  );
}

type CeilingProps = { limit: number | null; used: number; reached: boolean };

const Ceiling = ({ limit, used, reached }: CeilingProps): ReactNode => (
  <>
    {limit !== null && (
      <meter
        aria-label="Tokens today"
        className="ceiling"
        min={0}
        max={limit}
        value={Math.min(used, limit)}
      />
    )}
    <p className={reached ? 'banner' : 'hint'}>
      {limit === null
        ? `Memory used ${count.format(used)} tokens today; there is no daily ceiling.`
        : `Memory used ${count.format(used)} of ${count.format(limit)} tokens today.`}
      {reached && ' Background work waits until tomorrow (UTC).'}
    </p>
  </>
);

function Days({ days }: { days: DayUse[] }): ReactNode {
  const byDay = Map.groupBy(days, ({ day }) => day);
  const most = Math.max(...Array.from(byDay.values(), sum));
  const names = [...new Set(days.map(({ operation }) => operation))];
  return (
    <>
      <ol className="days" aria-hidden="true">
        {[...byDay].toReversed().map(([day, uses]) => (
          <li key={day} title={`${dayName.format(new Date(day))}: ${count.format(sum(uses))} tokens`}>
            {uses.map((use) => (
              <div
                key={use.operation + use.model}
                style={{
                  height: `${(100 * tokensOf(use)) / Math.max(1, most)}%`,
                  background: `hsl(${hueOf(use.operation)} 55% 55%)`,
                }}
              />
            ))}
          </li>
        ))}
      </ol>
      <p className="legend">
        {names.map((operation) => (
          <span key={operation}>
            <span className="swatch" style={{ background: `hsl(${hueOf(operation)} 55% 55%)` }} />{' '}
            {operationName(operation)}
          </span>
        ))}
      </p>
      <div className="wide" tabIndex={0} role="group" aria-label="By day and operation">
        <table>
          <thead>
            <tr>
              <th>Day</th>
              <th>What</th>
              <th>Model</th>
              <th>Calls</th>
              <th>Read</th>
              <th>Written</th>
              <th>Cost</th>
            </tr>
          </thead>
          <tbody>
            {days.map((use) => (
              <tr key={use.day + use.operation + use.model}>
                <td>{dayName.format(new Date(use.day))}</td>
                <td>{operationName(use.operation)}</td>
                <td>{use.model}</td>
                <td>{count.format(use.calls)}</td>
                <td>{count.format(use.inputTokens)}</td>
                <td>{count.format(use.outputTokens)}</td>
                <td>{use.cost === null ? 'unknown' : `$${use.cost.toFixed(4)}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const sum = (uses: DayUse[]): number => uses.reduce((total, use) => total + tokensOf(use), 0);
