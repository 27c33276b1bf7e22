-- Renews a holder's lease on a session's turn, unless another holder has taken it. Returns whether the holder has it. Idempotent.
create or replace function public.devai_renew_turn(p_user text, p_session_id uuid, p_holder text, p_turn_seconds double precision) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  update public.devai_sessions
  set turn_leased_until = public.devai__now() + make_interval(secs => p_turn_seconds)
  where id = p_session_id and user_id = v_user and turn_holder = p_holder;
  return to_jsonb(found);
end $$;
