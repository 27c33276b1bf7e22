import type { Mutation } from './mutation.ts';

const cutPoint = 'packages/memory/src/compaction/cut-point.ts';
const messageGroups = 'packages/memory/src/compaction/message-groups.ts';
const groupMessages = 'packages/memory/src/transcript/group-messages.ts';
const tests = ['packages/memory/src/compaction/'];

/** Faults in the choice of messages that a summary replaces. */
export const compaction: Mutation[] = [
  {
    name: 'a cut takes the last step, too',
    file: cutPoint,
    find: 'groups.slice(0, -1)',
    replace: 'groups',
    tests,
  },
  {
    name: 'a context that is just as small as it should be loses one group more',
    file: cutPoint,
    find: 'if (total - freed + summaryTokens <= target) break;',
    replace: 'if (total - freed + summaryTokens < target) break;',
    tests,
  },
  {
    name: 'the new summary is not counted among what the context holds',
    file: cutPoint,
    find: 'total - freed + summaryTokens <= target',
    replace: 'total - freed <= target',
    tests,
  },
  {
    name: 'a cut is made that frees no more than its summary takes',
    file: cutPoint,
    find: 'best.freed - summaryTokens >= input.minimumGain',
    replace: 'best.freed >= input.minimumGain',
    tests,
  },
  {
    name: 'a message that is not stored yet is passed over instead of ending the cut',
    file: cutPoint,
    find: 'if (members.some(isUnstored)) break;',
    replace: 'if (members.some(isUnstored)) continue;',
    tests,
  },
  {
    name: 'a cut covers messages that stand behind it',
    file: cutPoint,
    find: 'through > coveredThrough && through < (lowestFrom[group.end] ?? Infinity)',
    replace: 'through > coveredThrough',
    tests,
  },
  {
    name: 'a pinned message is summarised away',
    file: messageGroups,
    find: 'message.pinned || isInstruction(message)',
    replace: 'isInstruction(message)',
    tests,
  },
  {
    name: 'the request that the agent works on is summarised away',
    file: messageGroups,
    find: 'holds(latest) ||',
    replace: '',
    tests,
  },
  {
    name: 'a tool call is parted from its results',
    file: groupMessages,
    find: 'lastResultOf.get(index) ?? index',
    replace: 'index',
    tests,
  },
  {
    name: 'of several results of one message with tool calls only the first stays with it',
    file: groupMessages,
    find: 'if (caller !== undefined) lastResultOf.set(caller, index);',
    replace: 'if (caller !== undefined && !lastResultOf.has(caller)) lastResultOf.set(caller, index);',
    tests,
  },
  {
    name: 'the last message that a summary covers stays beside it',
    file: 'packages/memory/src/compaction/apply-summary.ts',
    find: 'lastNumber(messages, group) <= summary.through',
    replace: 'lastNumber(messages, group) < summary.through',
    tests,
  },
  {
    name: 'a host that lowers the trigger alone keeps its target above it',
    file: 'packages/memory/src/compaction/limits.ts',
    find: 'Math.min(Math.floor(compaction.target / divisor), Math.floor(trigger * (105 / 160)))',
    replace: 'Math.floor(compaction.target / divisor)',
    tests,
  },
  {
    name: 'the context of delegated work is compacted above its budget',
    file: 'packages/memory/src/compaction/limits.ts',
    find: 'Math.max(tokenScale, compaction.window / budget)',
    replace: 'tokenScale',
    tests: ['apps/api/tests/delegation'],
  },
  {
    name: 'a compaction that failed is paid for again at every step',
    file: 'packages/memory/src/compaction/compaction.ts',
    find: 'tokens <= limits.window && pauses.isPaused(input.sessionId)',
    replace: 'false',
    tests,
  },
  {
    name: 'messages leave a full window without a try to compact them',
    file: 'packages/memory/src/compaction/compaction.ts',
    find: 'tokens <= limits.window && pauses.isPaused(input.sessionId)',
    replace: 'pauses.isPaused(input.sessionId)',
    tests,
  },
  {
    name: 'a compaction sets the watermark back',
    file: 'db/functions/sessions/save_compaction.sql',
    find: 'extracted_through = greatest(extracted_through, p_through)',
    replace: 'extracted_through = p_through',
    tests: ['packages/memory/contract/sessions', 'packages/memory/contract/nothing-is-lost', ...tests],
  },
  {
    name: 'a compaction brings back what was forgotten of the summary meanwhile',
    file: 'db/functions/sessions/save_compaction.sql',
    find: 'if v_session.summary is distinct from p_before then',
    replace: 'if false then',
    tests: ['packages/memory/contract/memories-forgetting', ...tests],
  },
];
