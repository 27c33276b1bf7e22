-- What the memories of a session cost (devai_get_stats): [{ memoryId, jobId, jobTokens, madeTogether }], newest first, at most
-- 200: the tokens of the job that added each, and the number of memories that the job added (once the job is gone: those of this
-- session). Omits memories that no job added.
create or replace function public.devai__stats_memory_costs(p_session_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'memoryId', made.memory_id, 'jobId', made.job_id,
        'jobTokens', (
          select coalesce(sum(u.input_tokens::bigint + u.output_tokens), 0)
          from public.devai_usage u where u.job_id = made.job_id),
        'madeTogether', case when made.applied is null then made.of_this_session else (
          select count(*) from jsonb_array_elements(made.applied) as a(one)
          where a.one ->> 'action' in ('added', 'updated', 'contradicted')) end)
      order by made.created_at desc, made.memory_id), '[]')
    from (
      select m.id as memory_id, m.created_at, e.actor_id::uuid as job_id, j.result -> 'applied' as applied,
        count(*) over (partition by e.actor_id) as of_this_session
      from public.devai_memories m
      join public.devai_memory_events e on e.memory_id = m.id and e.action = 'added' and e.actor_kind = 'job'
      left join public.devai_jobs j on j.id::text = e.actor_id
      where m.session_id = p_session_id and not exists (select from public.devai_sessions s where s.id = p_session_id and not public.devai__is_own(s.user_id))
        and public.devai__is_readable(m.scope)
      order by m.created_at desc, m.id
      limit 200
    ) made
  );
end $$;
