-- A context with its texts: the fields of devai__context_json and `texts`, an object by hash. A null text was forgotten; a missing one
-- was removed by retention. Null if the context does not exist.
create or replace function public.devai_get_context(p_user text, p_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  return (
    select public.devai__context_json(c) || jsonb_build_object('texts', coalesce((
      select jsonb_object_agg(p.hash, p.content)
      from public.devai_context_parts p
      where p.session_id = c.session_id and p.hash in (select jsonb_array_elements_text(c.body -> 'texts'))), '{}'))
    from public.devai_contexts c
    join public.devai_sessions s on s.id = c.session_id and s.user_id = v_user
    where c.id = p_id);
end $$;
