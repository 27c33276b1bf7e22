/** `score`: how often it was used of late. */
export type Identifier = { text: string; score: number };

/** A line begins with the score of its identifiers, a power of two: the next summary goes on from there. */
const line = /^- ×(\d+): (.*)$/;
const entry = /`([^`]+)`|[^,\s]+/g;

/** One line per level of score, highest first: ``- ×4: src/a.ts, `pnpm test` ``. '' when there are none. */
export function renderIdentifiers(identifiers: Identifier[]): string {
  const levels = new Map<number, string[]>();
  for (const { text, score } of identifiers) {
    const level = levelOf(score);
    levels.set(level, [...(levels.get(level) ?? []), renderIdentifier(text)]);
  }
  return [...levels]
    .toSorted(([left], [right]) => right - left)
    .map(([level, texts]) => `- ×${level}: ${texts.join(', ')}`)
    .join('\n');
}

/** A command is quoted, because it has spaces and commas of its own. */
export const renderIdentifier = (text: string): string => (/[\s,]/u.test(text) ? `\`${text}\`` : text);

/** Scores within a factor of two are alike, so that a line says them once. */
export const levelOf = (score: number): number => 2 ** Math.max(0, Math.floor(Math.log2(score)));

/** The inverse of `renderIdentifiers`, with the scores of the lines; other lines are ignored. */
export function parseIdentifiers(text: string): Identifier[] {
  return text.split('\n').flatMap((row) => {
    const [, score = '1', list = ''] = line.exec(row) ?? [];
    return Array.from(list.matchAll(entry), ([word, quoted = word]) => ({
      text: quoted,
      score: Number(score),
    }));
  });
}
