import { tellLanguage } from '../tell-language.ts';
import { english } from './english.ts';
import { german } from './german.ts';
import type { Language } from './language.ts';
import { thai } from './thai.ts';

export const languages: Language[] = [english, german, thai];

/** Returns the language of a text if the rules know it, otherwise English. */
export async function languageOf(text: string): Promise<Language> {
  const code = await tellLanguage(
    text,
    languages.map((language) => language.code),
  );
  return languages.find((language) => language.code === code) ?? english;
}

/** Returns the reason of a decision if the statement gives one, otherwise null. */
export const reasonOf = (statement: string): string | null =>
  firstFit(statement, ({ reason }) => reason)?.groups?.['reason']?.trim() ?? null;

/** Whether a pattern of any language matches. */
export const anyFits = (
  text: string,
  patternsOf: (language: Language) => RegExp | RegExp[] | undefined,
): boolean => firstFit(text, patternsOf) !== null;

/** Returns the first match of any pattern, in any language. */
export function firstFit(
  text: string,
  patternsOf: (language: Language) => RegExp | RegExp[] | undefined,
): RegExpExecArray | null {
  for (const language of languages) {
    const patterns = patternsOf(language) ?? [];
    for (const pattern of Array.isArray(patterns) ? patterns : [patterns]) {
      const match = pattern.exec(text);
      if (match) return match;
    }
  }
  return null;
}
