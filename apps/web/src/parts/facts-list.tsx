import type { ReactNode } from 'react';

/** Facts by their names, then other rows. */
export const FactsList = ({
  facts,
  children,
}: {
  facts: [string, ReactNode][];
  children?: ReactNode;
}): ReactNode => (
  <dl className="facts-list">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    ))}
    {children}
  </dl>
);
