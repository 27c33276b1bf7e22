import type { ReactNode } from 'react';
import { language } from './language.ts';

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
/** 12 or 24 hours as in the browser's own language, which need not be the page's. */
const { hourCycle = 'h23' } = new Intl.DateTimeFormat(navigator.language, {
  hour: 'numeric',
}).resolvedOptions();
const whole = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', hourCycle });

/** A moment in the page's language and the user's time zone. */
export const moment = (at: Date | string): string => whole.format(new Date(at));

/** How long ago something was. Its tooltip is the full time. */
export function Ago({ at }: { at: string }): ReactNode {
  const difference = new Date(at).getTime() - Date.now();
  const [unit, length] = steps.find(([, one]) => Math.abs(difference) >= one) ?? ['minute', 60_000];
  return (
    <time dateTime={at} title={moment(at)}>
      {relative.format(Math.round(difference / length), unit)}
    </time>
  );
}
