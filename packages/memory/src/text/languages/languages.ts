import { tellLanguage } from '../tell-language.ts';
import { english } from './english.ts';
import { german } from './german.ts';
import type { Language } from './language.ts';
import { thai } from './thai.ts';

export const languages: Language[] = [english, german, thai];

/** The language of a text, if the rules know it; else English. */
export async function languageOf(text: string): Promise<Language> {
  const code = await tellLanguage(
    text,
    languages.map((language) => language.code),
  );
  return languages.find((language) => language.code === code) ?? english;
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
