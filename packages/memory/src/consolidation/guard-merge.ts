import { isNegated } from '../text/statement-overlap.ts';

/** The comparisons of deduplication. */
export type Compare = {
  compareStatements: (said: string, stored: string) => 'same' | 'value' | 'denied' | 'more' | 'other';
  /** Whether a statement contains a value that the other does not. */
  namesAnotherValue: (said: string, stored: string) => boolean;
};

/** A name written as in code: `task-api`, `user_id`, `fooBar`, `web.config`. */
const name = /[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)+|\p{L}*\p{Ll}\p{Lu}\p{L}*/gu;
const namesIn = (text: string): string[] =>
  Array.from(text.normalize('NFKC').matchAll(name), ([found]) => found.toLowerCase());

/**
 * Returns why `kept` may not stand for the other statements; null if it may. Code decides this, whatever a model
 * says. Pure.
 */
export function mergeProblem(
  kept: string,
  others: string[],
  { compareStatements, namesAnotherValue }: Compare,
): string | null {
  const all = [kept, ...others];
  for (const [index, one] of all.entries()) {
    if (namesAnotherValue(one, kept)) return 'the merged text would lose a value';
    if (isNegated(one) !== isNegated(kept)) return 'one memory denies what another says';
    if (namesIn(one).some((each) => !kept.normalize('NFKC').toLowerCase().includes(each)))
      return 'the merged text would lose a name';
    const differs = all
      .slice(index + 1)
      .some((other) => ['value', 'denied'].includes(compareStatements(one, other)));
    if (differs) return 'the memories differ by a value or a negation';
  }
  return null;
}
