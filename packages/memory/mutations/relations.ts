import type { Mutation } from './mutation.ts';

const relateCandidates = 'db/functions/jobs/_relate_candidates.sql';
const written = ['packages/memory/contract/memories-relating'];
const extracted = ['packages/memory/src/extraction/relate-candidates'];

/** What memories are related to, and who is led where by it. */
export const relations: Mutation[] = [
  {
    name: 'a relation that a session taught leads into another project',
    file: relateCandidates,
    find: 'where t.id <> s.id and not public.devai__are_two_projects(s.scope, t.scope)',
    replace: 'where t.id <> s.id',
    tests: written,
  },
  {
    name: 'what was refused is related all the same',
    file: relateCandidates,
    find: "case when a.one ->> 'action' <> 'refused' then public.devai__valid_successor((a.one ->> 'memoryId')::uuid) end",
    replace: "public.devai__valid_successor((a.one ->> 'memoryId')::uuid)",
    tests: written,
  },
  {
    name: 'a job that is undone leaves its relations',
    file: 'db/functions/jobs/undo_job.sql',
    find: 'public.devai__unrelate_job(v_job, p_actor, ',
    replace: 'public.devai__unrelate_job(null, p_actor, ',
    tests: written,
  },
  {
    name: 'undoing a job spoils a memory that only gained a relation',
    file: 'db/functions/jobs/_undo_job_for_memory.sql',
    find: " and e.action <> 'related'\n",
    replace: '\n',
    tests: written,
  },
  {
    name: 'a statement is related to a memory that its project may not read',
    file: 'db/functions/writing/remember.sql',
    find: ' and m.scope = any(p_scopes))',
    replace: ')',
    tests: written,
  },
  {
    name: 'a number of the second answer means a memory of the first',
    file: 'packages/memory/src/extraction/candidates.ts',
    find: 'relateCandidates(taken, known)',
    replace:
      'relateCandidates([...byHash.values()].map((candidate) => ({ candidate, relations: [] })), known)',
    tests: extracted,
  },
  {
    name: 'a dropped relation is not counted',
    file: 'packages/memory/src/extraction/relate-candidates.ts',
    find: 'else dropped.push(candidate);',
    replace: '',
    tests: extracted,
  },
];
