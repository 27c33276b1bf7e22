/** Loads on demand, because the n-gram tables take tens of megabytes. */
const load = async () => (await import('eld/extrasmall')).eld;

/** Returns a function that detects the language of a text (ISO 639-1); it returns null if the result is not reliable. */
export async function loadLanguageDetector(): Promise<(text: string) => string | null> {
  const eld = await load();
  return (text) => {
    const told = eld.detect(text);
    return told.isReliable() ? told.language : null;
  };
}

/**
 * Returns which of some languages (ISO 639-1) a text is most likely in; null if it is in none of them, or has no
 * words. Accuracy grows with length: some single sentences of five words are mistaken, conversations almost never.
 */
export async function tellLanguage<Code extends string>(
  text: string,
  among: readonly Code[],
): Promise<Code | null> {
  const eld = await load();
  const told = eld.detect(text);
  if (told.isReliable() && !among.some((code) => code === told.language)) return null;
  const scores = told.getScores();
  const [best] = among
    .filter((code) => (scores[code] ?? 0) > 0)
    .toSorted((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
  return best ?? null;
}

/** Characters that are enough to tell a language. */
const enough = 500;

/**
 * Returns which of some languages (ISO 639-1) the speaker of these texts, oldest first, speaks now: that of the last text. Where it
 * is too short to tell, the texts before it count too, one after the other. Null as in `tellLanguage`.
 */
export async function tellLanguageNow<Code extends string>(
  texts: readonly string[],
  among: readonly Code[],
): Promise<Code | null> {
  const eld = await load();
  let text = '';
  for (const earlier of texts.toReversed()) {
    text = `${earlier.slice(0, enough)}\n${text}`.slice(-enough);
    const told = eld.detect(text);
    const known = among.find((code) => code === told.language);
    if (known !== undefined && (told.isReliable() || isOnlyIn(text, known))) return known;
    if (text.length === enough) break;
  }
  return tellLanguage(text, among);
}

/** Scripts that tell the language of one word. */
const scripts: Record<string, RegExp> = { th: /\p{sc=Thai}/u };

function isOnlyIn(text: string, language: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.length > 0 && letters.every((letter) => scripts[language]?.test(letter) ?? false);
}
