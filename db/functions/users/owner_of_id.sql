-- The user for whom to forget what has an id: the owner of a session, or of a memory of a user's branch; of another memory whoever said it
-- first, as far as that is known. Null if nothing has the id.
create or replace function public.devai_owner_of_id(p_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (select to_jsonb(s.user_id) from public.devai_sessions s where s.id = p_id),
    (select to_jsonb(coalesce(public.devai__user_of(m.scope), s.user_id, 'me'))
      from public.devai_memories m
      left join public.devai_sessions s on s.id = coalesce(m.session_id, (m.evidence -> 0 ->> 'sessionId')::uuid)
      where m.id = p_id));
end $$;
