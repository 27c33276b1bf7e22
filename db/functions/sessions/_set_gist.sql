-- Stores the gist that an extraction wrote (p_gist: { before, name, text, words }) in a session, and its name unless a person named the
-- session. Raises conflict if the session's gist is no longer `before`. The caller holds the session.
create or replace function public.devai__set_gist(p_session_id uuid, p_gist jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  update public.devai_sessions s
  set gist = p_gist ->> 'text',
    name = case when n.is_free then coalesce(p_gist ->> 'name', s.name) else s.name end,
    named_by = case when n.is_free then 'extraction' else s.named_by end
  from (
    select o.id, o.name is null or coalesce(o.named_by = 'extraction', false) as is_free
    from public.devai_sessions o where o.id = p_session_id and o.gist is not distinct from p_gist ->> 'before'
  ) n
  where s.id = n.id;
  if not found then
    raise exception using errcode = '22DV3', message = format('the gist of session %s was changed meanwhile', p_session_id);
  end if;
  perform public.devai__index_gist(p_session_id, p_gist -> 'words');
end $$;
