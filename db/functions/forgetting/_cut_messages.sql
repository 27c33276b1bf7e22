-- Replaces the texts of messages that quoted a forgotten one (p_messages: [{ sessionId, number, before: { contentHash, marks: their number
-- }, content, toolCalls, contentHash, tokens, words, parts: where something was cut out, null for a whole message }]), and marks these
-- parts as forgotten, so that a worker that read the text before cannot apply its result. Raises conflict if a message changed since it
-- was read. The caller holds the sessions.
create or replace function public.devai__cut_messages(p_messages jsonb, p_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from jsonb_array_elements(p_messages) as g(given)
    left join public.devai_messages m
      on m.session_id = (g.given ->> 'sessionId')::uuid and m.number = (g.given ->> 'number')::integer
    where (m.content_hash, jsonb_array_length(m.marks)) is distinct from
      (g.given -> 'before' ->> 'contentHash', (g.given -> 'before' ->> 'marks')::integer)
  ) then
    raise exception using errcode = '22DV3', message = 'a message that quotes it was changed meanwhile';
  end if;
  update public.devai_messages m
  set content = g.given ->> 'content', tool_calls = g.given -> 'toolCalls', content_hash = g.given ->> 'contentHash',
    tokens = (g.given ->> 'tokens')::integer,
    words = public.devai__word_vector(public.devai__text_array('words', g.given -> 'words')),
    -- parts of marks are positions, which change with the text
    marks = public.devai__widen_marks(m.marks)
  from jsonb_array_elements(p_messages) as g(given)
  where m.session_id = (g.given ->> 'sessionId')::uuid and m.number = (g.given ->> 'number')::integer;
  perform public.devai__mark_messages((
    select coalesce(jsonb_agg(jsonb_build_object('sessionId', g.given -> 'sessionId', 'number', g.given -> 'number', 'part', p.part,
      'isSource', false)), '[]')
    from jsonb_array_elements(p_messages) as g(given)
    cross join lateral jsonb_array_elements(g.given -> 'parts') as p(part)), 'forgotten', p_id);
end $$;
