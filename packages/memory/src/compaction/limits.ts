import type { MemoryOptions } from '../options.ts';

export type Limits = ReturnType<typeof limitsOf>;

/** The share of the window, and of the model's, that a summary may take when these are small. */
const summaryShare = 0.2;
/** The share of a summary that its list of identifiers may take. */
const listShare = 0.14;
/** Share of trigger less target that a compaction must free, so that none is made for next to nothing. */
const leastGainShare = 0.25;

/**
 * The figures of compaction as they hold together. A host that lowers the trigger alone gets a target in the same
 * proportion below it, and a summary that leaves room for messages. `modelWindow`: null without a model. `tokenScale`: tokens of the
 * chat model for one as counted here; the figures are tokens as counted here.
 */
export function limitsOf({ compaction }: MemoryOptions, modelWindow: number | null, tokenScale = 1) {
  const window = Math.floor(compaction.window / tokenScale);
  const trigger = Math.min(Math.floor(compaction.trigger / tokenScale), window);
  const target = Math.min(Math.floor(compaction.target / tokenScale), Math.floor(trigger * (105 / 160)));
  const summaryMaximum = Math.floor(
    Math.min(compaction.summaryMaximum, target * summaryShare, (modelWindow ?? Infinity) * summaryShare),
  );
  return {
    window,
    trigger,
    target,
    summaryMaximum,
    summaryMinimum: Math.min(compaction.summaryMinimum, summaryMaximum),
    identifierList: Math.floor(summaryMaximum * listShare),
    minimumGain: Math.floor((trigger - target) * leastGainShare),
    timeout: compaction.timeout,
  };
}
