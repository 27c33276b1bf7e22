-- Replaces session summaries ({ sessionId, before, summary, summaryHash }). Raises conflict if one is no longer the one that was
-- read. The caller holds the sessions.
create or replace function public.devai__replace_summaries(p_summaries jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from jsonb_array_elements(p_summaries) as g(given)
    join public.devai_sessions s on s.id = (g.given ->> 'sessionId')::uuid
    where s.summary is distinct from g.given ->> 'before'
  ) then
    raise exception using errcode = '22DV3', message = 'the summary of a session was changed meanwhile';
  end if;
  update public.devai_sessions s
  set summary = g.given ->> 'summary', summary_hash = g.given ->> 'summaryHash'
  from jsonb_array_elements(p_summaries) as g(given)
  where s.id = (g.given ->> 'sessionId')::uuid;
end $$;
