-- Figures of what belongs to the user of this transaction, or of the whole store if it has none: { memories, sessions, jobs, usage, days,
-- costliestSessions, memoryCosts, usedToday }. p_scopes narrows memories to these stored scopes, p_project narrows sessions and the ledger
-- to the sessions of a project, p_session_id narrows all but jobs to one session (null: all). memoryCosts is empty without p_session_id.
-- Memories count as fading within p_warn_days, and as unembedded without a vector of p_embedding_model.
--
-- Counts are exact, so memories, sessions, jobs and the ledger are each read whole: 2 s for 200,000 memories and 500,000 entries
-- on two busy cores.
create or replace function public.devai__stats(
  p_scopes text[], p_project text, p_session_id uuid, p_embedding_model text, p_warn_days double precision
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__user();
  -- a constant, so that the query reads the index from this day on
  v_today timestamptz := date_trunc('day', public.devai__now(), 'UTC');
begin
  return jsonb_build_object(
    'memories', public.devai__stats_memories(p_scopes, p_session_id, p_embedding_model, p_warn_days),
    'sessions', (
      select jsonb_build_object('count', count(*), 'messages', coalesce(sum(s.message_count), 0))
      from public.devai_sessions s
      where (v_user is null or s.user_id = v_user) and (p_project is null or s.project = p_project) and (p_session_id is null or s.id = p_session_id)),
    'jobs', (
      select jsonb_build_object(
        'waiting', count(*) filter (where j.status = 'waiting'), 'running', count(*) filter (where j.status = 'running'),
        'done', count(*) filter (where j.status = 'done'), 'dead', count(*) filter (where j.status = 'dead'))
      from public.devai_jobs j where v_user is null or j.user_id = v_user),
    'usage', public.devai__stats_usage(p_project, p_session_id),
    'days', public.devai__stats_days(p_project, p_session_id),
    'costliestSessions', public.devai__stats_costliest(p_project, p_session_id),
    'memoryCosts', case when p_session_id is null then '[]' else public.devai__stats_memory_costs(p_session_id) end,
    'usedToday', (
      select coalesce(sum(u.input_tokens::bigint + u.output_tokens), 0)
      from public.devai_usage u
      left join public.devai_sessions o on o.id = u.session_id
      where u.at >= v_today and public.devai__is_own(coalesce(u.user_id, o.user_id, 'me'))));
end $$;
