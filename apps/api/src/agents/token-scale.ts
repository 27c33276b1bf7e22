/** Weight of the latest report in the running ratio. */
const weight = 0.3;
/** Ratios outside this range are reporting errors. */
const range = { least: 0.5, most: 3 };
/** Minimum tokens of a report: below it a provider's fixed overhead distorts the ratio. */
const leastTokens = 1_000;
/** After a prompt was too long, compaction starts at this share of it. */
const safeShare = 0.75;

export type TokenScale = ReturnType<typeof createTokenScale>;

/**
 * The number of tokens that a model counts for one token counted here: a running ratio, learnt from the provider's reports.
 * Models have their own tokenizers, and one that counts a quarter more would overflow its window unnoticed. `trigger`: tokens at
 * which compaction starts.
 */
export function createTokenScale(trigger: number) {
  const byModel = new Map<string, number>();
  let current = 1;
  let floor = 0;

  return {
    /** The ratio of the last model that answered; 1 until one has reported. */
    get value(): number {
      return Math.max(current, floor);
    },
    /** `estimated`: a prompt's tokens as counted here; `reported`: as counted by the provider. */
    note(model: string, estimated: number, reported: number): void {
      if (estimated < leastTokens || reported === 0) return;
      const before = byModel.get(model);
      const ratio = Math.min(Math.max(reported / estimated, range.least), range.most);
      current = before === undefined ? ratio : before * (1 - weight) + ratio * weight;
      byModel.set(model, current);
    },
    /** A prompt of `estimated` tokens was too long, whatever the configured window: start compaction below it from now on. */
    noteTooLong(estimated: number): void {
      floor = Math.max(floor, trigger / (safeShare * estimated));
    },
  };
}
