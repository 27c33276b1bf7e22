-- Figures of the store: { memories, sessions, jobs, usage, days, costliestSessions, memoryCosts, usedToday }. p_scopes narrows memories
-- to these scopes, p_project narrows sessions and the ledger to the sessions of a project, p_session_id narrows all but jobs to
-- one session (null: all). memoryCosts is empty without p_session_id. Memories count as fading within p_warn_days, and as
-- unembedded without a vector of p_embedding_model.
--
-- Counts are exact, so memories, sessions, jobs and the ledger are each read whole: 2 s for 200,000 memories and 500,000 entries
-- on two busy cores.
create or replace function public.devai_get_stats(
  p_user text, p_scopes text[], p_project text, p_session_id uuid, p_embedding_model text, p_warn_days double precision
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  return jsonb_build_object(
    'memories', public.devai__stats_memories(public.devai__own_scopes(p_scopes), p_session_id, p_embedding_model, p_warn_days),
    'sessions', (
      select jsonb_build_object('count', count(*), 'messages', coalesce(sum(s.message_count), 0))
      from public.devai_sessions s
      where s.user_id = v_user and (p_project is null or s.project = p_project) and (p_session_id is null or s.id = p_session_id)),
    'jobs', (
      select jsonb_build_object(
        'waiting', count(*) filter (where j.status = 'waiting'), 'running', count(*) filter (where j.status = 'running'),
        'done', count(*) filter (where j.status = 'done'), 'dead', count(*) filter (where j.status = 'dead'))
      from public.devai_jobs j where j.user_id = v_user),
    'usage', public.devai__stats_usage(p_project, p_session_id),
    'days', public.devai__stats_days(p_project, p_session_id),
    'costliestSessions', public.devai__stats_costliest(p_project, p_session_id),
    'memoryCosts', case when p_session_id is null then '[]' else public.devai__stats_memory_costs(p_session_id) end,
    'usedToday', public.devai_count_tokens_today());
end $$;
