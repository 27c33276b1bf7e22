import type { ReactNode } from 'react';
import { decimal } from './figures.ts';

type BarProps = {
  label: string;
  /** 0 to `most`; null: unknown. */
  value: number | null;
  most?: number;
};

/** A figure as a bar with its number. */
export const Bar = ({ label, value, most = 1 }: BarProps): ReactNode => (
  <div className="bar">
    <span>{label}</span>
    <meter aria-label={label} min={0} max={most} value={Math.min(most, Math.max(0, value ?? 0))} />
    <span className="figure">{value === null ? '–' : decimal(value)}</span>
  </div>
);
