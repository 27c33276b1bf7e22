/** Loads on demand: its tables of n-grams take tens of megabytes. */
const load = async () => (await import('eld/extrasmall')).eld;

/** Gives a function that tells the language of a text (ISO 639-1), null where that is not sure. */
export async function loadLanguageDetector(): Promise<(text: string) => string | null> {
  const eld = await load();
  return (text) => {
    const told = eld.detect(text);
    return told.isReliable() ? told.language : null;
  };
}

/**
 * Which of some languages (ISO 639-1) a text is most likely in; null when it is in none of them, or has no words. The more text, the
 * surer: of single sentences of five words some are mistaken, of a conversation next to none.
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
