import { language } from './language.ts';

const whole = new Intl.NumberFormat(language);

/** `1,200`. */
export const figure = (number: number): string => whole.format(number);

const twoDigits = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `0.48`. */
export const decimal = (number: number): string => twoDigits.format(number);

const currency = new Intl.NumberFormat(language, {
  ...{ style: 'currency', currency: 'USD' },
  maximumFractionDigits: 4,
});

/** `$0.0012`. */
export const dollars = (amount: number): string => currency.format(amount);

/** `1 chunk`, `1,200 chunks`. */
export const count = (number: number, noun: string): string =>
  `${whole.format(number)} ${noun}${number === 1 ? '' : 's'}`;

const units = ['byte', 'kilobyte', 'megabyte'] as const;

/** `12 kB`. */
export function size(bytes: number): string {
  const step = bytes < 1_000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  return new Intl.NumberFormat(language, {
    ...{ style: 'unit', unit: units[step], unitDisplay: step === 0 ? 'long' : 'short' },
    maximumFractionDigits: step === 2 ? 1 : 0,
  }).format(bytes / 1_000 ** step);
}
