-- Sets the shares of the budget by priority that the user chose for a session; {} returns to those of the profile. Returns the choices.
-- Raises not_found.
create or replace function public.devai_set_session_shares(p_user text, p_session_id uuid, p_shares jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_choices jsonb;
begin
  perform public.devai__lock_session(p_session_id);
  update public.devai_sessions set choices = choices || jsonb_build_object('shares', p_shares)
  where id = p_session_id
  returning choices into v_choices;
  return v_choices;
end $$;
