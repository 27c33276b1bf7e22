import type { Mutation } from './mutation.ts';

const relateCandidates = 'db/functions/jobs/_relate_candidates.sql';
const written = ['packages/memory/contract/memories-relating'];
const listRelated = 'db/functions/matching/list_related.sql';
const listed = ['packages/memory/contract/memories-related'];
const selected = ['packages/memory/src/retrieval/select', 'packages/memory/src/retrieval/related'];
const extracted = ['packages/memory/src/extraction/relate-candidates'];

/** Faults in relations between memories, and in who may follow them. */
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
    file: 'db/functions/jobs/_undo_jobs.sql',
    find: 'public.devai__unrelate_job(v_job, p_actor, ',
    replace: 'public.devai__unrelate_job(null, p_actor, ',
    tests: written,
  },
  {
    name: 'undoing a job spoils a memory that only gained a relation',
    file: 'db/functions/jobs/_undo_jobs_for_memory.sql',
    find: "e.action not in ('related', 'disputed')",
    replace: "e.action not in ('disputed')",
    tests: written,
  },
  {
    name: 'a statement is related to a memory that its project may not read',
    file: 'db/functions/memories/remember.sql',
    find: ' and m.scope = any(v_scopes))',
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
  {
    name: "another project's memory comes by a relation",
    file: listRelated,
    find: 'and m.scope = any(p_scopes) and',
    replace: 'and',
    tests: listed,
  },
  {
    name: 'a faded memory comes by a relation',
    file: listRelated,
    find: 'where m.fades_at > v_now and',
    replace: 'where',
    tests: listed,
  },
  {
    name: 'a relation to a superseded memory leads nowhere',
    file: listRelated,
    find: '        where not o.is_valid\n',
    replace: '        where false\n',
    tests: listed,
  },
  {
    name: 'what a memory was related to before it was updated is lost',
    file: listRelated,
    find: 'join public.devai_memories m on m.superseded_by = v.id',
    replace: 'join public.devai_memories m on m.superseded_by = v.id and false',
    tests: listed,
  },
  {
    name: 'a hub is read to its end',
    file: listRelated,
    find: '        limit v_most) e\n',
    replace: ') e\n',
    tests: listed,
  },
  {
    name: 'an excluded memory comes by a relation',
    file: 'packages/memory/src/retrieval/related.ts',
    find: ' || exclude.has(id)',
    replace: '',
    tests: selected,
  },
  {
    name: 'a related memory brings its own',
    file: 'packages/memory/src/retrieval/related.ts',
    find: 'ofId !== of.id || ',
    replace: '',
    tests: selected,
  },
  {
    name: 'related memories fill the whole budget',
    file: 'packages/memory/src/retrieval/related-lines.ts',
    find: 'budget * relatedShare',
    replace: 'budget',
    tests: selected,
  },
  {
    name: 'what has no room brings related memories',
    file: 'packages/memory/src/retrieval/select.ts',
    find: '(inBlock.has(memory.id) ? [memory] : [])',
    replace: '[memory]',
    tests: selected,
  },
];
