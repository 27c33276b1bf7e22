import { keptPerDay } from '../store/topics.ts';

const millisecondsPerDay = 86_400_000;

/**
 * Returns the strength at `now` of a topic that had `strength` at `since`: × `keptPerDay`, with fractions. Computed
 * from the last touch and never written back, so it does not compound; `devai__topic_json` computes the same in the
 * store.
 */
export function strengthAt(strength: number, since: Date, now: Date): number {
  const days = Math.max(0, now.getTime() - since.getTime()) / millisecondsPerDay;
  return strength * keptPerDay ** days;
}

export type StrengthLabel = 'fresh' | 'strong' | 'fading' | 'weak' | 'almost gone';

/** Each label with its minimum strength, strongest first. */
const labels: [StrengthLabel, number][] = [
  ['fresh', 0.9],
  ['strong', 0.6],
  ['fading', 0.35],
  ['weak', 0.15],
];

export function strengthLabel(strength: number): StrengthLabel {
  return labels.find(([, least]) => strength >= least)?.[0] ?? 'almost gone';
}

/** Whether the focus file lists a topic under "Active". */
export const isStrong = (strength: number): boolean => ['fresh', 'strong'].includes(strengthLabel(strength));

/** Returns the label of a fading topic; null for a strong one, which needs none. */
export const shownLabel = (strength: number): StrengthLabel | null =>
  isStrong(strength) ? null : strengthLabel(strength);
