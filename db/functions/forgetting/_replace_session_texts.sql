-- Replaces names, summaries and gists of sessions ({ sessionId, before: { name, summary, gist }, name, summary, summaryHash, gist,
-- words, stateKeys }, where words are those of the gist), and removes keys of their states. A removed name no longer counts as given by a person. Raises conflict if one of the texts
-- is not the one in `before`. The caller holds the sessions.
create or replace function public.devai__replace_session_texts(p_sessions jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from jsonb_array_elements(p_sessions) as g(given)
    join public.devai_sessions s on s.id = (g.given ->> 'sessionId')::uuid
    where (s.name, s.summary, s.gist) is distinct from
      (g.given -> 'before' ->> 'name', g.given -> 'before' ->> 'summary', g.given -> 'before' ->> 'gist')
  ) then
    raise exception using errcode = '22DV3', message = 'the name, summary or gist of a session was changed meanwhile';
  end if;
  update public.devai_sessions s
  set name = g.given ->> 'name', named_by = case when g.given ->> 'name' is not null then s.named_by end,
    summary = g.given ->> 'summary', summary_hash = g.given ->> 'summaryHash', gist = g.given ->> 'gist',
    state = s.state - array(select jsonb_array_elements_text(g.given -> 'stateKeys'))
  from jsonb_array_elements(p_sessions) as g(given)
  where s.id = (g.given ->> 'sessionId')::uuid;
  perform public.devai__index_gist((g.given ->> 'sessionId')::uuid, g.given -> 'words')
  from jsonb_array_elements(p_sessions) as g(given)
  where g.given ->> 'gist' is distinct from g.given -> 'before' ->> 'gist';
end $$;
