/** Share of the last report in the running ratio. */
const weight = 0.3;
/** Ratios beyond these are an error of a report, not of the count. */
const range = { least: 0.5, most: 3 };
/** Tokens below which what a provider adds to every request would weigh too much. */
const leastTokens = 1_000;
/** Share of a prompt that was too long at which compaction starts from then on. */
const safeShare = 0.75;

export type TokenScale = ReturnType<typeof createTokenScale>;

/**
 * How many tokens a model counts for one of the tokenizer here: a running ratio, learnt from what the provider reports. Models have
 * their own tokenizers, and one that counts a quarter more would overflow its window unseen. `trigger`: tokens at which compaction
 * starts.
 */
export function createTokenScale(trigger: number) {
  const byModel = new Map<string, number>();
  let current = 1;
  let floor = 0;

  return {
    /** Of the model that answered last; 1 until one has reported. */
    get value(): number {
      return Math.max(current, floor);
    },
    /** `estimated`: tokens of a prompt as counted here; `reported`: as the provider counted them. */
    note(model: string, estimated: number, reported: number): void {
      if (estimated < leastTokens || reported === 0) return;
      const before = byModel.get(model);
      const ratio = Math.min(Math.max(reported / estimated, range.least), range.most);
      current = before === undefined ? ratio : before * (1 - weight) + ratio * weight;
      byModel.set(model, current);
    },
    /** A prompt of `estimated` tokens was too long, whatever the window is said to be: from now on compaction starts below it. */
    noteTooLong(estimated: number): void {
      floor = Math.max(floor, trigger / (safeShare * estimated));
    },
  };
}
