const minute = 60_000;
const milliseconds: Record<string, number> = { m: minute, h: 60 * minute, d: 24 * 60 * minute };

/** `just now`, `12m ago`, `6h ago`, `5d ago`: whole units, rounded down. A moment in the future counts as now. */
export function relativeTime(moment: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - moment.getTime()) / minute);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes}m ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}h ago`;
  return `${Math.floor(minutes / (24 * 60))}d ago`;
}

/** The inverse of `relativeTime`, with the precision of its unit; null for any other text. */
export function parseRelativeTime(text: string, now: Date): Date | null {
  if (/^just now$/i.test(text.trim())) return now;
  const parts = /^(\d{1,6})\s*([mhd])\b/i.exec(text.trim());
  const unit = milliseconds[parts?.[2]?.toLowerCase() ?? ''];
  return unit === undefined ? null : new Date(now.getTime() - Number(parts?.[1]) * unit);
}
