import { tokensOf, type Token } from './statement-tokens.ts';

const toEnd = String.raw`(?<what>[^.;,()]{2,80})`;
const rest = String.raw`[^.;()]{1,120}?`;

/** One thing in place of another: what follows, or stands between, is what no longer holds. */
const contrasts = [
  String.raw`,\s*(?:and\s+)?not\s+${toEnd}`,
  String.raw`(?<!\p{L})not\s+${toEnd}(?=.*(?<!\p{L})but(?!\p{L}))`,
  String.raw`,\s*(?:und\s+)?nicht\s+${toEnd}`,
  String.raw`(?<!\p{L})(?:nicht|kein\p{L}*)\s+${toEnd}(?=.*(?<!\p{L})sondern(?!\p{L}))`,
  String.raw`(?<!\p{L})(?:instead of|rather than|replaces|replaced|statt|anstelle von|anstatt|ersetzt)\s+${toEnd}`,
  String.raw`(?<!\p{L})from\s+(?<what>${rest})\s+(?:to|over to)(?!\p{L})`,
  String.raw`(?<!\p{L})von\s+(?<what>${rest})\s+(?:auf|zu|nach)(?!\p{L})`,
  String.raw`จาก\s*(?<what>${rest})\s*(?:เป็น|ไปเป็น|ไปใช้|มาใช้|มาเป็น|ไปที่|ไป)`,
  String.raw`(?:ไม่ใช่|แทน(?:ที่)?)\s*(?<what>[^.;,()]{2,60})`,
].map((source) => new RegExp(source, 'giu'));

/** What ended without something in its place: all of it must be what the other speaks of. */
const endings = [
  String.raw`(?<!\p{L})(?:no longer|no more|nicht mehr)\s+${toEnd}`,
  String.raw`(?:เลิกใช้|ไม่ใช้)\s*(?<what>[^.;,()]{2,60})`,
].map((source) => new RegExp(source, 'giu'));

/** Put behind a correction that cannot stand alone: the sentence that it puts right. */
const corrected = /\((?:corrects|berichtigt|แก้จาก):(?<what>.+)\)$/giu;

/** Words that are looked at: what is replaced is named at once. */
const nearest = 4;

/**
 * Whether a statement says itself what it takes the place of, and the other says just that: "8081, not 8080" and "the port
 * is 8080". What merely speaks of the replaced thing ("Jest snapshots lie in …") is not replaced: most of its
 * other words must stand in the statement too.
 */
export function namesReplaced(statement: string, stored: string): boolean {
  const known = namesIn(stored);
  const holds = ({ text }: Token): boolean => known.some((token) => token.text === text);
  const all = namesIn(statement);
  return (
    namedBy([corrected], statement).some((named) => named.filter(holds).length > named.length / 2) ||
    namedBy(contrasts, statement).some(
      (named) => named.slice(0, nearest).some(holds) && saysNothingElse(known, named, all),
    ) ||
    namedBy(endings, statement).some(
      (named) =>
        named.length > 0 && named.slice(0, nearest).every(holds) && saysNothingElse(known, named, all),
    )
  );
}

function namedBy(patterns: RegExp[], statement: string): (readonly Token[])[] {
  return patterns.flatMap((pattern) =>
    Array.from(statement.matchAll(pattern)).map(({ groups }) =>
      namesIn((groups?.['what'] ?? '').replaceAll(/["“”„]/gu, ' ')),
    ),
  );
}

/** Words, names and values: neither verbs nor how it is said. */
const namesIn = (text: string): readonly Token[] =>
  tokensOf(text).filter(({ kind }) => kind === 'word' || kind === 'name' || kind === 'number');

/** What the memory says beside the replaced thing is a single word, or at least half of it is said again. */
function saysNothingElse(known: readonly Token[], named: readonly Token[], all: readonly Token[]): boolean {
  const others = known.filter(({ text }) => !named.some((token) => token.text === text));
  const again = others.filter(({ text }) => all.some((token) => token.text === text));
  return countWords(others) <= 1 || again.length >= others.length / 2;
}

/** Thai words of the kind that the dictionary takes apart ("โปรเจกต์") have about so many letters. */
const longThaiWord = 8;

function countWords(tokens: readonly Token[]): number {
  const thai = tokens.filter(({ text }) => /\p{sc=Thai}/u.test(text)).map(({ text }) => text);
  return tokens.length - thai.length + Math.ceil(thai.join('').length / longThaiWord);
}
