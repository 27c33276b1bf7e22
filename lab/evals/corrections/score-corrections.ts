import { splits } from '../recall/eval-data.ts';
import { kinds, type Kind } from './load-cases.ts';
import type { CorrectionResult, Left } from './run-correction.ts';

export type CorrectionRow = {
  split: (typeof splits)[number];
  kind: Kind;
  cases: number;
  /** Those after which the store is right; with a careful model, and with one that does not answer. Null: not run. */
  right: number;
  alone: number | null;
  /** Those about which the model was asked a second time: what the candidate does to the stored one, and whether the user said it. */
  askedStored: number;
  askedSaid: number;
};

/**
 * Whether the store is as it should be after a case: a change is in force with the user's weight, what is no change has
 * not touched what the user stated, nothing is dropped that says more, and what is known is stored once. Pure.
 */
export function isRight({ about, left }: CorrectionResult): boolean {
  const { kind, note, stored } = about;
  const valid = left.filter((one) => one.isValid);
  const hasStored = valid.some(({ content }) => content === stored);
  const fresh = valid.filter(isFresh(about));
  if (kind === 'negatives') return hasStored && fresh.every(({ isHighest }) => !isHighest);
  if (kind === 'noops') return note === 'known' ? valid.length === 1 : fresh.length > 0;
  if (kind === 'both') return fresh.length > 0 && hasStored === (note === 'no change');
  return !hasStored && fresh.some(({ isHighest }) => isHighest);
}

/** Whether it is the candidate, or the text with what stays true of the stored statement. */
const isFresh =
  ({ candidate, merged }: CorrectionResult['about']) =>
  ({ content }: Left): boolean =>
    content === candidate || content === merged;

/** Scores each kind for each split. Pure. */
export const scoreCorrections = (results: CorrectionResult[]): CorrectionRow[] =>
  splits.flatMap((split) =>
    kinds.flatMap((kind) => {
      const own = results.filter(({ about }) => about.split === split && about.kind === kind);
      const careful = own.filter(({ isCareful }) => isCareful);
      const alone = own.filter(({ isCareful }) => !isCareful);
      if (careful.length === 0) return [];
      return {
        ...{ split, kind, cases: careful.length, right: careful.filter(isRight).length },
        alone: alone.length === 0 ? null : alone.filter(isRight).length,
        askedStored: careful.filter(({ asked }) => asked.stored > 0).length,
        askedSaid: careful.filter(({ asked }) => asked.said > 0).length,
      };
    }),
  );

/** The share of changes that take effect, and the noops that may be dropped although they say more. */
const leastInForce = 0.93;
const mostDropped = 1;

/** Returns what is below the floor, in words; empty if nothing is. Cases for tuning are not judged. */
export function correctionShortfalls(results: CorrectionResult[]): string[] {
  const heldOut = results.filter(({ about }) => about.split === 'held_out');
  const wrong = (some: Kind[], isCareful: boolean): CorrectionResult[] =>
    heldOut.filter((one) => one.isCareful === isCareful && some.includes(one.about.kind) && !isRight(one));
  const positives: Kind[] = ['corrections', 'confirmations'];
  const total = heldOut.filter((one) => one.isCareful && positives.includes(one.about.kind)).length;
  const inForce = total === 0 ? 1 : 1 - wrong(positives, true).length / total;
  const dropped = wrong(['noops'], true).filter(({ about }) => about.note !== 'known').length;
  return [
    ...(inForce < leastInForce
      ? [`corrections in force: ${inForce.toFixed(3)}, the floor is ${leastInForce}`]
      : []),
    ...[true, false].flatMap((isCareful) => {
      const { length } = wrong(['negatives'], isCareful);
      const model = isCareful ? '' : ', with a model that does not answer';
      return length > 0 ? [`${length} changes that the user did not make${model}`] : [];
    }),
    ...(dropped > mostDropped ? [`${dropped} statements dropped as known, the most are ${mostDropped}`] : []),
  ];
}

/**
 * Of the updates that change a value or a name at the same place, the share (0 to 1) about which the model was asked
 * whether they change the stored one.
 */
export function askedShare(results: CorrectionResult[]): number {
  const own = results.filter(
    ({ about, isCareful }) => isCareful && about.kind === 'updates' && ['value', 'name'].includes(about.note),
  );
  return own.length === 0 ? 0 : own.filter(({ asked }) => asked.stored > 0).length / own.length;
}
