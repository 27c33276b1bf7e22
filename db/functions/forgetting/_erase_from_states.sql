-- Removes the values that contain one of the texts from the states of sessions: those of projects in p_scopes (null: of all), and
-- p_sessions. Returns the ids of the changed sessions.
create or replace function public.devai__erase_from_states(p_texts text[], p_scopes text[], p_sessions uuid[]) returns uuid[]
language plpgsql set search_path = '' as $$
declare
  v_stated uuid[];
begin
  with stated as (
    update public.devai_sessions s set state = (
      select coalesce(jsonb_object_agg(v.key, v.value), '{}') from jsonb_each(s.state) as v
      where not exists (select from unnest(p_texts) as t(text) where strpos(v.value #>> '{}', t.text) > 0))
    where s.state <> '{}' and public.devai__is_own(s.user_id) and (coalesce('devai/project/' || s.project = any(p_scopes), true) or s.id = any(p_sessions)) and exists (
      select from jsonb_each_text(s.state) as v, unnest(p_texts) as t(text) where strpos(v.value, t.text) > 0)
    returning s.id
  )
  select array_agg(id) into v_stated from stated;
  return v_stated;
end $$;
