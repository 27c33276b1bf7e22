-- Erases sessions with their messages, contexts and shared entries (also the earlier ones of their keys, which would become the newest).
-- Memories that came from them stay, without their quotes and reasons. Of each shared entry a tombstone remains, and of each session an
-- event 'forgotten' with its id. The caller holds locks on the sessions and on the scopes of the memories.
create or replace function public.devai__erase_sessions(p_sessions uuid[], p_actor jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  v_told uuid[] := public.devai__told_by_sessions(p_sessions);
  v_users jsonb;
begin
  update public.devai_memory_events e
  set reason = '[forgotten]', before = e.before - 'evidence', after = e.after - 'evidence'
  where e.memory_id = any(v_told);
  update public.devai_memories m
  set invalidated_reason = case when m.invalidated_reason is not null then '[forgotten]' end,
    session_id = case when m.session_id = any(p_sessions) then null else m.session_id end,
    evidence = (
      select coalesce(jsonb_agg(e.item order by e.position), '[]')
      from jsonb_array_elements(m.evidence) with ordinality as e(item, position)
      where e.item ->> 'sessionId' <> all(p_sessions::text[]))
  where m.id = any(v_told);
  perform public.devai__erase_from_contexts(array(select 'shared/' || p.position from unnest(public.devai__erase_shared(
    array(select s.position from public.devai_shared s where s.session_id = any(p_sessions)), '{}', '{}')) as p(position)));
  with erased as (
    delete from public.devai_sessions s where s.id = any(p_sessions) returning s.id, s.user_id
  )
  select coalesce(jsonb_object_agg(e.id, e.user_id), '{}') into v_users from erased e;
  perform public.devai__record_forgotten(s.id, 'on demand; it was a session', p_actor, v_users ->> s.id::text)
  from unnest(p_sessions) as s(id);
end $$;
