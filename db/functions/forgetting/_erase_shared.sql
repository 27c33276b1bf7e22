-- Erases shared entries of the user: those at p_positions, those of p_scopes (null: all) that contain one of p_texts, and all earlier entries of their keys.
-- Leaves tombstones. Returns the positions of the erased entries.
create or replace function public.devai__erase_shared(p_positions bigint[], p_texts text[], p_scopes text[]) returns bigint[]
language plpgsql set search_path = '' as $$
declare
  v_scopes constant text[] := (select array_agg(public.devai__shown_scope(p.scope)) from unnest(p_scopes) as p(scope));
  v_erased bigint[];
begin
  with told as (
    select s.scope, s.key, max(s.position) as position from public.devai_shared s
    where public.devai__is_own(public.devai__owner_of(s.scope))
      and (s.position = any(p_positions) or coalesce(public.devai__shown_scope(s.scope) = any(v_scopes), true) and exists (
        select from public.devai__strings_in(s.value) as v(text), unnest(p_texts) as t(text) where strpos(v.text, t.text) > 0))
    group by s.scope, s.key
  ), erased as (
    delete from public.devai_shared s using told
    where s.scope = told.scope and s.key = told.key and s.position <= told.position
    returning s.id, s.position
  ), buried as (
    insert into public.devai_shared_tombstones (id, erased_at)
    select e.id, public.devai__now() from erased e
    on conflict do nothing
  )
  select array_agg(position) into v_erased from erased;
  return coalesce(v_erased, '{}');
end $$;
