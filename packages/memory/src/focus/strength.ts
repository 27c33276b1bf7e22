const millisecondsPerDay = 86_400_000;

/**
 * Strength at `now` of what had `strength` at `since`: × `base` per day, with fractions of a day. Computed from the
 * last touch and never written back, so it does not compound; `devai__topic_json` computes the same in the store.
 */
export function strengthAt(strength: number, since: Date, now: Date, base: number): number {
  const days = Math.max(0, now.getTime() - since.getTime()) / millisecondsPerDay;
  return strength * base ** days;
}

export type StrengthLabel = 'fresh' | 'strong' | 'fading' | 'weak' | 'almost gone';

/** From the strongest: each label with the least strength that it stands for. */
const labels: [StrengthLabel, number][] = [
  ['fresh', 0.9],
  ['strong', 0.6],
  ['fading', 0.35],
  ['weak', 0.15],
];

export function strengthLabel(strength: number): StrengthLabel {
  return labels.find(([, least]) => strength >= least)?.[0] ?? 'almost gone';
}

/** Whether a topic stands under "Active": strong and up. */
export const isStrong = (strength: number): boolean => ['fresh', 'strong'].includes(strengthLabel(strength));

/** The label where it tells something, from fading down; null for what is as strong as one would expect. */
export const shownLabel = (strength: number): StrengthLabel | null =>
  isStrong(strength) ? null : strengthLabel(strength);
