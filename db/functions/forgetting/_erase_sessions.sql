-- Erases sessions with their messages, contexts and shared entries. Memories that came from them stay, without their quotes and reasons.
-- Of each shared entry a tombstone remains. The caller holds locks on the sessions and on the scopes of the memories.
create or replace function public.devai__erase_sessions(p_sessions uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  v_told uuid[] := public.devai__told_by_sessions(p_sessions);
begin
  update public.devai_memory_events e
  set reason = '[forgotten]', before = e.before - 'evidence', after = e.after - 'evidence'
  where e.memory_id = any(v_told);
  update public.devai_memories m
  set session_id = case when m.session_id = any(p_sessions) then null else m.session_id end,
    evidence = (
      select coalesce(jsonb_agg(e.item order by e.position), '[]')
      from jsonb_array_elements(m.evidence) with ordinality as e(item, position)
      where e.item ->> 'sessionId' <> all(p_sessions::text[]))
  where m.id = any(v_told);
  with erased as (
    delete from public.devai_shared s where s.session_id = any(p_sessions) returning s.id
  )
  insert into public.devai_shared_tombstones (id, erased_at)
  select e.id, public.devai__now() from erased e
  on conflict do nothing;
  delete from public.devai_sessions s where s.id = any(p_sessions);
end $$;
