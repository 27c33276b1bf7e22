-- Figures of a user, of their memories, sessions and jobs (devai__stats).
create or replace function public.devai_get_stats(
  p_user text, p_scopes text[], p_project text, p_session_id uuid, p_embedding_model text, p_warn_days double precision
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  return public.devai__stats(public.devai__own_scopes(p_scopes), p_project, p_session_id, p_embedding_model, p_warn_days);
end $$;
