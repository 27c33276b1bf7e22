-- The memories that came from some sessions, or cite one of their messages.
create or replace function public.devai__told_by_sessions(p_sessions uuid[]) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select m.id from public.devai_memories m
    where m.session_id = any(p_sessions) or exists (
      select from jsonb_array_elements(m.evidence) as e(item) where e.item ->> 'sessionId' = any(p_sessions::text[])));
end $$;
