-- Sets the values that are not null: name (no extraction replaces it), state and metadata, each as a whole. Returns the session. Raises
-- not_found. Of concurrent calls the last one wins.
create or replace function public.devai_update_session(p_user text, p_id uuid, p_name text, p_state jsonb, p_metadata jsonb)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_session public.devai_sessions;
begin
  update public.devai_sessions
  set name = coalesce(p_name, name), named_by = case when p_name is null then named_by else 'person' end,
    state = coalesce(p_state, state), metadata = coalesce(p_metadata, metadata)
  where id = p_id and user_id = v_user
  returning * into v_session;
  if not found then
    raise exception using errcode = '22DV2', message = format('there is no session %s', p_id);
  end if;
  return public.devai__session_json(v_session);
end $$;
