-- Sets one value of a session's state, given as { value }; without `value` removes the key. Returns the state. Raises not_found, and
-- invalid_input if the state would have more than p_limit characters as JSON.
create or replace function public.devai_set_session_state(p_user text, p_session_id uuid, p_key text, p_value jsonb, p_limit integer)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_state jsonb := (public.devai__lock_session(p_session_id)).state;
begin
  v_state := case when p_value ? 'value' then v_state || jsonb_build_object(p_key, p_value -> 'value') else v_state - p_key end;
  if p_value ? 'value' and length(v_state::text) > p_limit then
    raise exception using errcode = '22DV1',
      message = format('value: the state of a session can have at most %s characters as JSON, and would have %s', p_limit, length(v_state::text));
  end if;
  update public.devai_sessions set state = v_state where id = p_session_id;
  return v_state;
end $$;
