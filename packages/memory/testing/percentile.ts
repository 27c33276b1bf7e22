/** Returns the value below which a share of the list (0 to 1) lies; NaN for an empty list. */
export function percentile(list: number[], share: number): number {
  const sorted = list.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
