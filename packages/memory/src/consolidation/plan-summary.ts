import type { ListedMemory } from '../store/consolidation.ts';
import { countTokens } from '../text/tokens.ts';
import type { Found } from './ask-about-groups.ts';
import type { Compare } from './guard-merge.ts';
import { joinMemories } from './join-memories.ts';
import { targetOf, type Draft } from './plan-merge.ts';

/** A summary stands for so many memories at least. */
export const leastSummarised = 3;
/** Its tokens, as a share of theirs. */
const largestShare = 0.6;

/** Archives memories of one subject, which all have the same trust and type, in favour of a summary, or says why not. Pure. */
export function planSummary({ members, text, reason }: Found, id: string, compare: Compare): Draft | string {
  const records = members.map(({ memory }) => memory);
  const contents = records.map(({ content }) => content);
  const tokens = contents.reduce((sum, content) => sum + countTokens(content), 0);
  if (members.length < leastSummarised) return 'there are too few';
  if (text === '' || countTokens(text) > largestShare * tokens) return 'it is hardly shorter than they are';
  if (compare.namesAnotherValue(text, contents.join('\n'))) return 'it says what none of them does';
  const [category = 'other', ...others] = new Set(records.map((one) => one.category));
  const written = joinMemories(
    id,
    {
      content: text,
      title: null,
      category: others.length === 0 ? category : 'other',
      metadata: {},
      // its parts have it: when one of them is forgotten, the sources of the others stay
      evidence: [],
      vectorFrom: null,
    },
    records,
  );
  return {
    kind: 'summarise',
    targets: members.map((one: ListedMemory) => targetOf(one)),
    keepId: null,
    written,
    importance: null,
    reason,
  };
}
