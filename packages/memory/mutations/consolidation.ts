import type { Mutation } from './mutation.ts';

const apply = 'db/functions/consolidation/apply_consolidation.sql';
const list = 'db/functions/consolidation/list_for_consolidation.sql';
const src = 'packages/memory/src/consolidation';
const tests = ['packages/memory/contract/consolidation'];

/** Faults in what consolidation may merge, summarise and archive, and in finding and undoing it. */
export const consolidation: Mutation[] = [
  {
    name: 'consolidation merges over what a person changed since the plan was made',
    file: apply,
    find: "and date_trunc('milliseconds', m.updated_at) = (t.one ->> 'updatedAt')::timestamptz",
    replace: '',
    tests,
  },
  {
    name: 'consolidation touches what the user stated lately',
    file: list,
    find: "(page.source = 'user_stated' and",
    replace: '(false and',
    tests,
  },
  {
    name: 'consolidation touches what a person restored',
    file: list,
    find: "e.action = 'restored' and e.actor_kind = 'user'",
    replace: 'false',
    tests,
  },
  {
    name: 'consolidation believes a model that loses a value',
    file: `${src}/guard-merge.ts`,
    find: "if (namesAnotherValue(one, kept)) return 'a value would be lost';",
    replace: '',
    tests,
  },
  {
    name: 'consolidation believes a model that loses a name',
    file: `${src}/guard-merge.ts`,
    find: "return 'a name would be lost';",
    replace: 'continue;',
    tests,
  },
  {
    name: 'consolidation lets what a tool said speak for what the user said',
    file: `${src}/plan-merge.ts`,
    find: 'members.filter((one) => rank(one) === highest)',
    replace: 'members',
    tests,
  },
  {
    name: 'consolidation merges two events',
    file: `${src}/may-be-joined.ts`,
    find: "memoryType !== 'episodic' && expiresAt === null",
    replace: 'expiresAt === null',
    tests,
  },
  {
    name: 'consolidation merges tasks of different status',
    file: `${src}/may-be-joined.ts`,
    find: 'statusOf(one.memory) === statusOf(other.memory)',
    replace: 'true',
    tests,
  },
  {
    name: 'consolidation archives what matters most first',
    file: `${src}/archive-weakest.ts`,
    find: 'weight(a) - weight(b)',
    replace: 'weight(b) - weight(a)',
    tests,
  },
  {
    name: 'a budget is kept by archiving what is protected',
    file: `${src}/archive-weakest.ts`,
    find: '.filter(({ isProtected }) => !isProtected)',
    replace: '',
    tests,
  },
  {
    name: 'consolidation overrides the importance that a person set',
    file: `${src}/rescore.ts`,
    find: 'isProtected || importanceIsSet ||',
    replace: 'isProtected ||',
    tests,
  },
  {
    name: 'a killed consolidation pays for its answers again',
    file: 'packages/memory/src/jobs/consolidate-job.ts',
    find: 'const progress = planProgress.safeParse(job.payload).data ?? null;',
    replace: 'const progress = null;',
    tests,
  },
  {
    name: 'forgetting a part leaves its summary',
    file: 'packages/memory/src/memories/forget.ts',
    find: 'for (const other of await dependencies.store.listToldWith(id))',
    replace: 'for (const other of [] as string[])',
    tests,
  },
  {
    name: 'consolidation ends what the user stated by what an agent said later',
    file: `${src}/plan-contradictions.ts`,
    find: '!earlier.isProtected ||',
    replace: 'true ||',
    tests,
  },
  {
    name: 'consolidation ends what a person restored by what the user stated later',
    file: `${src}/plan-contradictions.ts`,
    find: 'if (earlier.memory.pinned || earlier.isRestored) return false;',
    replace: 'if (earlier.memory.pinned) return false;',
    tests,
  },
  {
    name: 'the store lets a consolidation end what only the user changes',
    file: apply,
    find: 'and public.devai__can_supersede(t, to_jsonb(later), later.created_at)',
    replace: '',
    tests,
  },
  {
    name: 'consolidation ends an outdated memory whose contradiction is unclear',
    file: `${src}/plan-contradictions.ts`,
    find: "answers[index] === 'changes'",
    replace: "answers[index] !== 'other'",
    tests,
  },
  {
    name: 'consolidation takes the time of a merge for the time of a statement',
    file: list,
    find: "case when page.source <> 'consolidation' then page.created_at end",
    replace: 'page.created_at',
    tests,
  },
  {
    name: 'of memories that dispute each other, consolidation marks one',
    file: apply,
    find: " and e.action <> 'disputed'",
    replace: '',
    tests,
  },
  {
    name: 'consolidation merges what it ends as outdated',
    file: `${src}/make-plan.ts`,
    find: "kind !== 'merge' || !targets.some(({ id }) => apart.has(id))",
    replace: 'true',
    tests,
  },
  {
    name: 'undo of a consolidation leaves outdated memories ended',
    file: 'db/functions/consolidation/finish_consolidation.sql',
    find: "in ('merged', 'archived', 'superseded')",
    replace: "in ('merged', 'archived')",
    tests,
  },
];
