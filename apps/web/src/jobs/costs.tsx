import { useStats, type DayUse } from '@devai/react';
import type { ReactNode } from 'react';
import { language } from '../parts/language.ts';
import { dollars, figure } from '../parts/figures.ts';
import { spaced } from '../parts/options.tsx';
import { Loaded } from '../parts/states.tsx';

const dayName = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** The name of each operation for people. */
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
/** The hue of an operation, the same on every day. */
const hueOf = (operation: string): number => (Object.keys(operations).indexOf(operation) * 137 + 357) % 360;
const operationName = (operation: string): string => operations[operation] ?? spaced(operation);

const oneDay = 86_400_000;
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
          (!stats.data.days.some((use) => tokensOf(use) > 0) ? (
            <p className="hint">No model was asked in the last 30 days, so nothing was spent: $0.</p>
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
        ? `Memory used ${figure(used)} tokens today${reached ? '.' : '; there is no daily ceiling.'}`
        : `Memory used ${figure(used)} of ${figure(limit)} tokens today.`}
      {reached && ' Background work waits until tomorrow (UTC).'}
    </p>
  </>
);

function Days({ days }: { days: DayUse[] }): ReactNode {
  const byDay = Map.groupBy(days, ({ day }) => day);
  const shown = daysUntilToday(days.at(-1)?.day);
  const most = Math.max(...Array.from(byDay.values(), sum));
  const names = [...new Set(days.map(({ operation }) => operation))];
  return (
    <>
      <p className="axis" aria-hidden="true">
        {figure(most)} tokens
      </p>
      <ol className="days" aria-hidden="true">
        {shown
          .map((day) => ({ day, uses: byDay.get(day) ?? [] }))
          .map(({ day, uses }) => (
            <li key={day} title={`${dayName.format(new Date(day))}: ${figure(sum(uses))} tokens`}>
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
      <p className="axis" aria-hidden="true">
        <span>{dayName.format(new Date(shown[0] ?? 0))}</span>
        {shown.length > 1 && <span>{dayName.format(new Date(shown.at(-1) ?? 0))}</span>}
      </p>
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
              <th>What, by which model</th>
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
                <td>
                  {operationName(use.operation)} <span className="hint">{use.model}</span>
                </td>
                <td>{figure(use.calls)}</td>
                <td>{figure(use.inputTokens)}</td>
                <td>{figure(use.outputTokens)}</td>
                <td>{use.cost === null ? 'unknown' : dollars(use.cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Every day from the first one until today, in UTC; days without use are part of the chart. */
function daysUntilToday(first = ''): string[] {
  const start = Date.parse(first);
  const count = Math.floor((Date.now() - start) / oneDay) + 1;
  return Array.from({ length: Math.max(1, count) }, (_, index) =>
    new Date(start + index * oneDay).toISOString().slice(0, 10),
  );
}

const sum = (uses: DayUse[]): number => uses.reduce((total, use) => total + tokensOf(use), 0);
