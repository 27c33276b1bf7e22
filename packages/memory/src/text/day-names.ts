import { languages } from './languages/languages.ts';

const names = (locale: string, part: 'month' | 'weekday'): string[] =>
  (['long', 'short'] as const).flatMap((form) => {
    const format = new Intl.DateTimeFormat(locale, { [part]: form, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, index) =>
      format.format(Date.UTC(2026, part === 'month' ? index : 0, part === 'month' ? 1 : index + 1)),
    );
  });

/** The names of months and weekdays, long and short, in lower case, in the languages that the rules know. */
export const dayNames: ReadonlySet<string> = new Set(
  languages.flatMap(({ code }) =>
    [...names(code, 'month'), ...names(code, 'weekday')].map((name) =>
      name.toLowerCase().replace(/\.$/u, ''),
    ),
  ),
);
