import { english } from './english.ts';
import { german } from './german.ts';
import type { Language } from './language.ts';
import { thai } from './thai.ts';

export const languages: Language[] = [english, german, thai];

/** The language that most of a text's frequent words are from; English when in doubt. */
export function languageOf(text: string): Language {
  const counts = languages.map(({ frequent }) => text.match(frequent)?.length ?? 0);
  return languages[counts.indexOf(Math.max(...counts))] ?? english;
}

/** Why something was decided, when the statement says so. */
export const reasonOf = (statement: string): string | null =>
  firstFit(statement, ({ reason }) => reason)?.groups?.['reason']?.trim() ?? null;

/** Whether a pattern of any language fits. */
export const anyFits = (
  text: string,
  patternsOf: (language: Language) => RegExp | RegExp[] | undefined,
): boolean => firstFit(text, patternsOf) !== null;

/** What the first pattern that fits finds, in any language. */
export function firstFit(
  text: string,
  patternsOf: (language: Language) => RegExp | RegExp[] | undefined,
): RegExpExecArray | null {
  for (const pattern of languages.flatMap((language) => patternsOf(language) ?? [])) {
    const match = pattern.exec(text);
    if (match) return match;
  }
  return null;
}
