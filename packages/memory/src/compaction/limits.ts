import type { MemoryOptions } from '../options.ts';

export type Limits = ReturnType<typeof limitsOf>;

/** Maximum tokens of the summary. */
const longestSummary = 5_000;
/** The list of identifiers after the summary, as a share of the target: 3 % of the window. */
const identifierShare = 0.05;
/** The share of the target, and of the model's window, that a summary may have at most. */
const summaryShare = 0.2;
/** The share of trigger minus target that a compaction must free to be worth its cost. */
const leastGainShare = 0.25;

/**
 * Returns the limits of compaction, made consistent. If a host lowers only the trigger, the target falls in
 * proportion, and the summary leaves room for messages. `modelWindow`: null without a model. `tokenScale`: how many
 * tokens the chat model counts for each token counted here; the limits are in tokens counted here. A `budget` below the
 * window lowers all limits in proportion.
 */
export function limitsOf(
  { compaction }: MemoryOptions,
  modelWindow: number | null,
  {
    tokenScale = 1,
    budget = Infinity,
  }: { tokenScale?: number | undefined; budget?: number | undefined } = {},
) {
  const divisor = Math.max(tokenScale, compaction.window / budget);
  const window = Math.floor(compaction.window / divisor);
  const trigger = Math.min(Math.floor(compaction.trigger / divisor), window);
  const target = Math.min(Math.floor(compaction.target / divisor), Math.floor(trigger * (105 / 160)));
  const summaryMaximum = Math.floor(
    Math.min(longestSummary, target * summaryShare, (modelWindow ?? Infinity) * summaryShare),
  );
  return {
    window,
    trigger,
    target,
    summaryMaximum,
    identifierList: Math.floor(target * identifierShare),
    minimumGain: Math.floor((trigger - target) * leastGainShare),
    timeout: compaction.timeout,
  };
}
