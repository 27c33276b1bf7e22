import { countTokens } from '../text/tokens.ts';
import type { Found } from './ask-about-groups.ts';
import type { Compare } from './guard-merge.ts';
import { joinMemories } from './join-memories.ts';
import { targetOf, type Draft } from './plan-merge.ts';

/** The minimum number of memories that a summary replaces. */
export const leastSummarised = 3;
/** The maximum tokens of a summary, as a share of those of the memories. */
const largestShare = 0.6;

/**
 * Archives memories about one subject, which all have the same trust and type, in favour of a summary, or returns why
 * not. Pure.
 */
export function planSummary({ members, text, reason }: Found, id: string, compare: Compare): Draft | string {
  const records = members.map(({ memory }) => memory);
  const contents = records.map(({ content }) => content);
  const tokens = contents.reduce((sum, content) => sum + countTokens(content), 0);
  if (members.length < leastSummarised) return 'the summary covers too few memories';
  if (text === '' || countTokens(text) > largestShare * tokens)
    return 'the summary is hardly shorter than the memories';
  if (compare.namesAnotherValue(text, contents.join('\n')))
    return 'the summary says what none of the memories says';
  const [category = 'other', ...others] = new Set(records.map((one) => one.category));
  const written = joinMemories(
    id,
    {
      content: text,
      title: null,
      category: others.length === 0 ? category : 'other',
      metadata: {},
      // its parts keep theirs: if one of them is forgotten, the evidence of the others stays
      evidence: [],
      vectorFrom: null,
    },
    records,
  );
  return {
    kind: 'summarise',
    targets: members.map(targetOf),
    keepId: null,
    written,
    importance: null,
    reason,
  };
}
