-- Creates the session p_id of agent p_agent, which continues session p_from. It takes over the project, the state (with p_state merged
-- over it; at most p_limit characters) and the user's choices except hidden messages, which have numbers of the old session. p_message (see
-- devai_append_messages) summarises the old session and becomes the first message; it is not extracted. Returns the session. Raises
-- not_found, session_busy while a turn runs in p_from, and invalid_input.
create or replace function public.devai_hand_over(
  p_user text, p_from uuid, p_id uuid, p_agent text, p_state jsonb, p_limit integer, p_message jsonb
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_now timestamptz := public.devai__now();
  v_from public.devai_sessions := public.devai__lock_session(p_from);
  v_state jsonb := v_from.state || p_state;
  v_session public.devai_sessions;
begin
  if v_from.turn_leased_until > v_now then
    raise exception using errcode = '22DV5', message = 'a turn is running in this session: wait for its end, or cancel it';
  end if;
  if length(v_state::text) > p_limit then
    raise exception using errcode = '22DV1',
      message = format('state: can have at most %s characters as JSON, and would have %s', p_limit, length(v_state::text));
  end if;
  insert into public.devai_sessions (id, user_id, project, agent, state, choices, handed_over_from, created_at, last_active_at)
  values (p_id, p_user, v_from.project, p_agent, v_state, v_from.choices - 'hidden', p_from, v_now, v_now);
  perform public.devai_append_messages(p_user, p_id, null, jsonb_build_array(p_message), 0, 0, null, 0);
  update public.devai_sessions set extracted_through = message_count, idle_due_at = null
  where id = p_id
  returning * into v_session;
  return public.devai__session_json(v_session);
end $$;
