import { resolveWeekdays } from './bare-weekdays.ts';
import { addDays, isoDay } from './calendar.ts';
import { resolveSpans } from './relative-spans.ts';

/** Not inside a longer word, and not dated already. */
const alone = (words: string): RegExp =>
  new RegExp(String.raw`(?<!\p{L})(?:${words})(?![\p{L}'’]| \(\d{4}-)`, 'giu');
// Thai writes its words together
const thai = (words: string): RegExp => new RegExp(String.raw`(?:${words})(?! \(\d{4}-)`, 'gu');

const dayWords: [days: number, words: RegExp][] = [
  [-2, alone('the day before yesterday|vorgestern')],
  [-1, alone('(?<!the day before )yesterday|gestern')],
  [0, alone('today|heute')],
  // "morgen" is also the morning
  [
    1,
    alone(
      '(?<!the day after )tomorrow|(?<!(?:guten|am|jeden|diesen|(?:heute|gestern)(?: \\(\\d{4}-\\d\\d-\\d\\d\\))?) )morgen',
    ),
  ],
  [2, alone('the day after tomorrow|übermorgen')],
  [-2, thai('เมื่อวานซืน')],
  [-1, thai('เมื่อวานนี้|เมื่อวาน(?!ซืน|นี้)')],
  [0, thai('วันนี้')],
  [1, thai('พรุ่งนี้')],
  [2, thai('มะรืนนี้|มะรืน(?!นี้)')],
];

/**
 * Puts the date behind words like "yesterday", "heute", "พรุ่งนี้", "in two weeks", "nächsten Montag" and "the demo is on Friday", so that the sentence can
 * still be understood later. Days are those of UTC. Idempotent.
 */
export function resolveRelativeDates(text: string, at: Date): string {
  return dayWords.reduce(
    (resolved, [days, words]) => {
      const date = isoDay(addDays(at, days));
      return resolved.replaceAll(words, (word) => `${word} (${date})`);
    },
    resolveWeekdays(resolveSpans(text, at), at),
  );
}
