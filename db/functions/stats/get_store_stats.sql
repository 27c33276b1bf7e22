-- Figures of the whole store, of all users (devai__stats), for its operator.
create or replace function public.devai_get_store_stats(
  p_scopes text[], p_project text, p_session_id uuid, p_embedding_model text, p_warn_days double precision
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return public.devai__stats(p_scopes, p_project, p_session_id, p_embedding_model, p_warn_days);
end $$;
