import type { Mutation } from './mutation.ts';

const guardDecisions = 'packages/memory/src/dedup/guard-decisions.ts';
const compare = 'packages/memory/src/dedup/compare-statements.ts';
const decide = 'packages/memory/src/dedup/decide.ts';
const mayChange = 'db/functions/memories/_can_supersede.sql';
const applyDecision = 'db/functions/jobs/_apply_decision.sql';
const setProgress = 'db/functions/jobs/_set_progress.sql';
const planned = 'db/functions/contexts/_planned.sql';
const tests = ['packages/memory/src/dedup/'];
const applying = ['packages/memory/contract/memories-applying', 'packages/memory/contract/memories-racing'];
const progress = ['packages/memory/contract/tasks.test.ts'];

/** Faults in the guard before each update and contradiction of a memory. */
export const guard: Mutation[] = [
  {
    name: 'a memory gives way to a statement about something else',
    file: guardDecisions,
    find: 'if (isPlainChange(decision, candidate.content, content))',
    replace: 'if (content.length > 0)',
    tests,
  },
  {
    name: 'a memory of two facts gives way to a statement of one of them',
    file: compare,
    find: 'differences.every((one) => one.stored.length === 0)',
    replace: 'differences.every((one) => one.said.length === 0)',
    tests,
  },
  {
    name: 'what is unclear lets the candidate take the place of the memory',
    file: guardDecisions,
    find: "answer: Answer = 'unclear'",
    replace: "answer: Answer = 'changes'",
    tests,
  },
  {
    name: 'a word that the memory lacks is dropped as known',
    file: guardDecisions,
    find: 'shareSaid(stored, statement) < 1',
    replace: 'shareSaid(stored, statement) < 0',
    tests,
  },
  {
    name: 'a denial is dropped as known',
    file: guardDecisions,
    find: 'statement.isNegated !== isNegated(stored) ||',
    replace: '',
    tests,
  },
  {
    name: 'what the user said earlier replaces what she said later',
    file: guardDecisions,
    find: 'Math.max(...messages) < Math.max(...later)',
    replace: 'Math.max(...messages) > Math.max(...later)',
    tests,
  },
  {
    name: 'the second correction of a batch is held against the memory that the first has replaced',
    file: guardDecisions,
    find: "(action === 'update' || action === 'delete') && targetId === id",
    replace: "action === 'delete' && targetId === id",
    tests,
  },
  {
    name: 'what is known by a candidate that is itself known is filed under no memory',
    file: guardDecisions,
    find: 'other?.action === by ? other.targetId : id',
    replace: 'id',
    tests,
  },
  {
    name: 'the database of staging takes the place of the database',
    file: compare,
    find: "isExchange && isEvery('value')",
    replace: "tokens.some(({ kind }) => kind === 'value')",
    tests,
  },
  {
    name: 'one numbered thing takes the place of another',
    file: compare,
    find: ' && 2 * first.before > shared',
    replace: '',
    tests,
  },
  {
    name: 'what only one of two statements denies counts as said by both',
    file: compare,
    find: "isAddition && tokens.every(({ kind }) => kind !== 'negation')",
    replace: 'isAddition',
    tests,
  },
  {
    name: 'what the user says of a memory that was in the prompt is dropped as its echo',
    file: decide,
    find: 'if (!agentOnly.has(index)) return null;',
    replace: '',
    tests,
  },
  {
    name: 'the same text in another project is known',
    file: decide,
    find: 'one.contentHash === other.contentHash && isSameScope(one, other)',
    replace: 'one.contentHash === other.contentHash',
    tests,
  },
  {
    name: 'what happened once is changed by what is told of it later',
    file: 'packages/memory/src/dedup/decide-by-rules.ts',
    find: '&& !isEvent(memory)',
    replace: '',
    tests,
  },
  {
    name: 'a model may name a memory of another place',
    file: 'packages/memory/src/dedup/decide-by-model.ts',
    find: 'if (named && scopeOf(named.namespace) === scopeOf(about.candidate.namespace)) {',
    replace: 'if (named) {',
    tests,
  },
  {
    name: 'a memory that is pinned gives way to the output of a tool',
    file: mayChange,
    find: "(p_memory.trust = 'user' or p_memory.pinned)",
    replace: "(p_memory.trust = 'user')",
    tests: applying,
  },
  {
    name: 'what the user stated gives way to what she had said before it',
    file: mayChange,
    find: '>= greatest(public.devai__stated_at',
    replace: '<= greatest(public.devai__stated_at',
    tests: applying,
  },
  {
    name: 'what contradicts the user is not marked as disputed',
    file: applyDecision,
    find: "p_candidate := jsonb_set(p_candidate, '{metadata,disputes}', jsonb_build_array(v_target.id));",
    replace: '',
    tests: applying,
  },
  {
    name: 'a decision ends a memory of another scope',
    file: applyDecision,
    find: "and m.is_valid and m.scope = public.devai__scope_of(p_candidate ->> 'namespace');",
    replace: 'and m.is_valid;',
    tests: applying,
  },
  {
    name: 'a refinement is less important than what it refines',
    file: applyDecision,
    find: "greatest(v_target.importance, (p_candidate ->> 'importance')::integer)",
    replace: "least(v_target.importance, (p_candidate ->> 'importance')::integer)",
    tests: applying,
  },
  {
    name: 'a statement is known by a memory with its text that no longer holds',
    file: 'db/functions/matching/match_neighbours.sql',
    find: "m.content_hash = c.candidate ->> 'contentHash' and m.is_valid",
    replace: "m.content_hash = c.candidate ->> 'contentHash'",
    tests: ['packages/memory/contract/memories-neighbours', 'packages/memory/contract/memories-scopes'],
  },
  {
    name: 'the status of a task goes to a sibling that the statement hardly names',
    file: guardDecisions,
    find: 'shared(task) >= leastNamed &&',
    replace: 'shared(task) >= 0 &&',
    tests,
  },
  {
    name: 'the status of a task goes to a sibling although another task is named better',
    file: guardDecisions,
    find: 'shared(other) <= shared(task)',
    replace: 'shared(other) <= 1',
    tests,
  },
  {
    name: "a task takes its status from a tool's output",
    file: applyDecision,
    find: "p_candidate ->> 'trust' = 'tool'\n        and coalesce",
    replace: "p_candidate ->> 'trust' = 'nobody'\n        and coalesce",
    tests: progress,
  },
  {
    name: 'a status goes to a task that was replaced',
    file: applyDecision,
    find: "case when v_tells_status and v_target.category = 'task' then v_target.id else",
    replace: 'case when false then v_target.id else',
    tests: progress,
  },
  {
    name: "a task takes a status that was said before the user's last word about it",
    file: setProgress,
    find: 'or v_said_at < public.devai__stated_at(p_memory.evidence, p_memory.created_at)',
    replace: '',
    tests: progress,
  },
  {
    name: 'a refined plan loses its milestones',
    file: applyDecision,
    find: "v_target.category in ('plan', 'task', 'component')",
    replace: "v_target.category in ('task')",
    tests: progress,
  },
  {
    name: 'every prompt shows a plan that only a tool says',
    file: planned,
    find: "m.trust <> 'tool' and m.category = 'plan'",
    replace: "m.category = 'plan'",
    tests: progress,
  },
  {
    name: "a forgotten statement stays as a task's note",
    file: 'db/functions/forgetting/forget_memory.sql',
    find: "set metadata = m.metadata - 'note'",
    replace: 'set metadata = m.metadata',
    tests: progress,
  },
];
