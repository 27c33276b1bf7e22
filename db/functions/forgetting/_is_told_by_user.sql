-- Whether only the user of this transaction told a memory, by its session and its evidence. One without either is that of `me`.
create or replace function public.devai__is_told_by_user(p_memory public.devai_memories) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(bool_and(public.devai__is_own(s.user_id)), public.devai__is_own('me'))
    from public.devai_sessions s
    where s.id = p_memory.session_id
      or s.id in (select (e.item ->> 'sessionId')::uuid from jsonb_array_elements(p_memory.evidence) as e(item)));
end $$;
