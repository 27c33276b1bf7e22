import type { Mutation } from './mutation.ts';

const forgetMemory = 'db/functions/forgetting/forget_memory.sql';
const tests = ['packages/memory/contract/memories-forgetting', 'packages/memory/contract/forgetting-others'];

/** Faults in what forgetting a memory must erase, and in what must stay. */
export const forgetting: Mutation[] = [
  {
    name: 'what a memory said before it was changed is not forgotten with it',
    file: forgetMemory,
    find: "where e.memory_id = any(v_ids) and s.snapshot ? 'content'",
    replace: 'where false',
    tests,
  },
  {
    name: 'the same text of another scope outlives its forgetting',
    file: forgetMemory,
    find: 'coalesce(m.scope = any(v_scopes), m.scope in',
    replace: 'coalesce(m.id = p_id, m.scope in',
    tests,
  },
  {
    name: 'forgetting in one project erases in another',
    file: forgetMemory,
    find: 'coalesce(m.scope = any(v_scopes), m.scope in',
    replace: 'coalesce(null::boolean, m.scope in',
    tests,
  },
  {
    name: 'a memory that all projects share outlives its forgetting in one of them',
    file: forgetMemory,
    find: "case when not v_memory.scope ^@ 'devai/user' and v_memory.scope <> 'devai/global'\n    then array[v_memory.scope, public.devai__own_scope('devai/user'), 'devai/global'] end;",
    replace: "array[v_memory.scope, public.devai__own_scope('devai/user'), 'devai/global'];",
    tests,
  },
  {
    name: 'another memory from the same message still quotes it',
    file: forgetMemory,
    find: 'where c.id <> all(v_ids));',
    replace: 'where false);',
    tests,
  },
  {
    name: 'what was hidden in replies is not cut out of them with its messages',
    file: 'packages/memory/src/memories/forget.ts',
    find: 'if (!messages || forgotten.keptMessages === 0) return forgotten;',
    replace: 'if (messages || forgotten.keptMessages === 0) return forgotten;',
    tests: ['packages/memory/src/memories/forget-everywhere'],
  },
  {
    name: 'a value in the state of a session still names it',
    file: 'db/functions/forgetting/_replace_session_texts.sql',
    find: "state = s.state - array(select jsonb_array_elements_text(g.given -> 'stateKeys'))",
    replace: 'state = s.state',
    tests: ['packages/memory/src/memories/forget-everywhere'],
  },
  {
    name: 'a quote elsewhere shows a message that the user keeps out of prompts',
    file: 'db/functions/matching/match_said.sql',
    find: "where (s.choices -> 'hidden' @> to_jsonb(b.number)) is not true",
    replace: 'where true',
    tests: ['packages/memory/contract/said'],
  },
  {
    name: 'a summary shows a message that the user keeps out of prompts',
    file: 'packages/memory/src/compaction/summarise.ts',
    find: 'readable.filter((message) => !isHidden(message))',
    replace: 'readable.filter(() => true)',
    tests: ['packages/memory/src/compaction/compaction.store'],
  },
  {
    name: 'a candidate that says the text is stored as a memory of nothing',
    file: 'db/functions/forgetting/_erase_from_jobs.sql',
    find: 'where not public.devai__tells_forgotten(c.candidate, p_texts, p_scopes, p_evidence));',
    replace: ');',
    tests,
  },
  {
    name: 'a message is emptied that merely speaks of it',
    file: 'db/functions/forgetting/_empty_marked.sql',
    find: '\'{ "isSource": true }\'',
    replace: "'{}'",
    tests,
  },
  {
    name: 'messages of its evidence that the caller did not see are not hidden',
    file: forgetMemory,
    find: "where not m.marks @> public.devai__forgotten_mark(p_id, '{}') and",
    replace: 'where false and',
    tests,
  },
  {
    name: 'a reply that quoted its message and not the memory stays in sight',
    file: 'db/functions/forgetting/_sessions_of_memory.sql',
    find: "p_memory_id::text || coalesce(v_messages, '{}'));",
    replace: 'array[p_memory_id::text]);',
    tests: [...tests, 'apps/api/tests/forgotten-quotes'],
  },
  {
    name: 'a candidate that was taken from an erased message is stored as a memory',
    file: 'db/functions/forgetting/_tells_forgotten.sql',
    find: "coalesce(p_candidate -> 'evidence' @> jsonb_build_array(p_evidence), false)",
    replace: 'false',
    tests: ['packages/memory/contract/messages-forgetting'],
  },
  {
    name: 'an extraction applies what it read in a quote of an erased message',
    file: 'db/functions/forgetting/_cut_messages.sql',
    find: "cross join lateral jsonb_array_elements(g.given -> 'parts') as p(part)), 'forgotten', p_id);",
    replace:
      "cross join lateral jsonb_array_elements(g.given -> 'parts') as p(part) where false), 'forgotten', p_id);",
    tests: ['packages/memory/contract/messages-forgetting'],
  },
  {
    name: 'what was forgotten in the last message that was read goes unnoticed',
    file: 'db/functions/messages/_require_unchanged_marks.sql',
    find: "m.number <= (p_seen ->> 'through')::integer",
    replace: "m.number < (p_seen ->> 'through')::integer",
    tests: [...tests, 'packages/memory/src/jobs/taken-once'],
  },
];
