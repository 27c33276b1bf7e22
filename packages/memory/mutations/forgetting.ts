import type { Mutation } from './mutation.ts';

const eraseText = 'db/functions/forgetting/_erase_text.sql';
const forgetMemory = 'db/functions/forgetting/forget_memory.sql';
const forgottenTexts = 'db/functions/forgetting/_forgotten_texts.sql';
const tests = ['packages/memory/contract/memories-forgetting', 'packages/memory/contract/forgetting-others'];

/** What must stand nowhere once a memory is forgotten, and what must stay. */
export const forgetting: Mutation[] = [
  {
    name: 'what a memory said before it was changed is not forgotten with it',
    file: forgottenTexts,
    find: 'where e.memory_id = p_memory.id',
    replace: 'where e.memory_id = p_memory.superseded_by',
    tests,
  },
  {
    name: 'what stands in the arguments of a call as JSON is not forgotten',
    file: forgottenTexts,
    find: 'select substr(to_jsonb(p.text)::text, 2, length(to_jsonb(p.text)::text) - 2) from plain p',
    replace: 'select p.text from plain p',
    tests,
  },
  {
    name: 'the same text of another scope outlives its forgetting',
    file: forgetMemory,
    find: 'where m.id = p_id or m.content = v_memory.content);',
    replace: 'where m.id = p_id);',
    tests,
  },
  {
    name: 'what other memories quote of it stays',
    file: 'db/functions/forgetting/_erase_from_memories.sql',
    find: 'evidence = public.devai__erase_from_evidence(m.evidence, p_texts),',
    replace: '',
    tests,
  },
  {
    name: 'a text is torn out of a longer word',
    file: eraseText,
    find: "|| case when v_text ~ (c_letter || '$') then format('(?!%s)', c_letter) else '' end,",
    replace: ',',
    tests,
  },
  {
    name: 'a text of two letters is torn out of every sentence',
    file: eraseText,
    find: 'when char_length(v_text) < 4 or strpos(p_text, v_text) = 0 then p_text',
    replace: 'when strpos(p_text, v_text) = 0 then p_text',
    tests,
  },
  {
    name: 'a candidate that says the text is stored as a memory of nothing',
    file: 'db/functions/forgetting/_erase_from_payload.sql',
    find: "where public.devai__erase_text(c.candidate ->> 'content', p_texts) is not distinct from c.candidate ->> 'content')) end;",
    replace: ')) end;',
    tests,
  },
  {
    name: 'a message is emptied that merely speaks of it',
    file: 'db/functions/forgetting/forget_memory.sql',
    find: '\'{ "is_source": true }\'',
    replace: "'{}'",
    tests,
  },
  {
    name: 'messages of its evidence that the caller did not see are not hidden',
    file: 'db/functions/forgetting/_mark_forgotten_messages.sql',
    find: 'and ((m.session_id, m.number) in (select s.session_id, s.number from source s)\n        or public.devai__message_contains(m, p_texts))),',
    replace: 'and public.devai__message_contains(m, p_texts)),',
    tests,
  },
  {
    name: 'what was forgotten in the last message that was read goes unnoticed',
    file: 'db/functions/writing/_require_unchanged_marks.sql',
    find: "m.number <= (p_seen ->> 'through')::integer",
    replace: "m.number < (p_seen ->> 'through')::integer",
    tests: [...tests, 'packages/memory/src/jobs/taken-once'],
  },
];
