-- Cuts what was hidden with a forgotten memory out of the messages that were no source of it (p_messages: [{ sessionId, number, before: {
-- contentHash, marks: their number }, content, toolCalls, contentHash, tokens, words, marks: for each of them { part, cut: whether what it
-- hid is gone } }]). They keep their numbers, and their marks, so that a worker that read the text before cannot apply its result. Returns what
-- still holds it (devai__kept_messages). Raises conflict if a message changed since it was read.
create or replace function public.devai_cut_forgotten(p_user text, p_memory_id uuid, p_messages jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  perform public.devai__require_own_session((g.given ->> 'sessionId')::uuid) from jsonb_array_elements(p_messages) as g(given);
  perform public.devai__lock_sessions(array(
    select (g.given ->> 'sessionId')::uuid from jsonb_array_elements(p_messages) as g(given)));
  if exists (
    select from jsonb_array_elements(p_messages) as g(given)
    left join public.devai_messages m
      on m.session_id = (g.given ->> 'sessionId')::uuid and m.number = (g.given ->> 'number')::integer
    where (m.content_hash, jsonb_array_length(m.marks)) is distinct from
      (g.given -> 'before' ->> 'contentHash', (g.given -> 'before' ->> 'marks')::integer)
  ) then
    raise exception using errcode = '22DV3', message = 'a message that mentions it was changed meanwhile';
  end if;
  update public.devai_messages m
  set content = g.given ->> 'content', tool_calls = g.given -> 'toolCalls', content_hash = g.given ->> 'contentHash',
    tokens = (g.given ->> 'tokens')::integer,
    words = public.devai__word_vector(public.devai__text_array('words', g.given -> 'words')),
    marks = (
      select coalesce(jsonb_agg(o.mark || (g.given -> 'marks' -> (o.position - 1)::integer) order by o.position), '[]')
      from jsonb_array_elements(m.marks) with ordinality as o(mark, position))
  from jsonb_array_elements(p_messages) as g(given)
  where m.session_id = (g.given ->> 'sessionId')::uuid and m.number = (g.given ->> 'number')::integer;
  return public.devai__kept_messages(p_memory_id);
end $$;
