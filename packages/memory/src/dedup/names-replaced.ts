import { tokensOf } from './statement-tokens.ts';

/** What follows says what no longer holds. */
const replaced =
  /(?<![\p{L}])(?:not|no longer|no more|instead of|rather than|replaces|replaced|nicht mehr|nicht|statt|anstelle von|anstatt|ersetzt|kein\w*)\s+(?<what>[^.;()]{2,80})|(?:ไม่ใช่|แทน(?:ที่)?|เลิกใช้|ไม่ใช้)\s*(?<thai>[^.;()]{2,60})|\((?:corrects|berichtigt|แก้จาก):(?<quoted>.+)\)$/giu;
/** Words behind it that are looked at: what is replaced is named at once. */
const nearest = 4;

/** Whether a statement says itself what it takes the place of, and that stands in the other: "8081, not 8080". */
export function namesReplaced(statement: string, stored: string): boolean {
  const names = (text: string) =>
    tokensOf(text).filter(({ kind }) => kind !== 'common' && kind !== 'negation');
  const known = new Set(names(stored).map(({ text }) => text));
  return Array.from(statement.matchAll(replaced)).some(({ groups }) => {
    const quoted = groups?.['quoted'];
    const named = names(quoted ?? groups?.['what'] ?? groups?.['thai'] ?? '').filter(
      ({ kind }) => kind !== 'predicate',
    );
    if (quoted !== undefined) return named.filter(({ text }) => known.has(text)).length > named.length / 2;
    return named.slice(0, nearest).some(({ text }) => known.has(text));
  });
}
