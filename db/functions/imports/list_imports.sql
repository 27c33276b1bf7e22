-- The imports of a user whose jobs are still kept, newest first, as [{ id, form, name, project, createdAt, jobs, open, dead, sessions,
-- stored, undone }]: jobs that wait or run, those that failed for good, and memories that it added and that were taken back.
create or replace function public.devai_list_imports(p_user text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(i) - 'first' || (i.first -> 'import') order by i."createdAt" desc, i.id), '[]')
    from (
      select j.payload -> 'import' ->> 'id' as id, min(j.created_at) as "createdAt", count(*) as jobs,
        (array_agg(j.payload order by j.created_at, j.id))[1] as first,
        count(*) filter (where j.status in ('waiting', 'running')) as open, count(*) filter (where j.status = 'dead') as dead,
        sum(jsonb_array_length(coalesce(j.payload -> 'sessions', '[]'))) as sessions,
        sum(a.added) as stored, sum(a.undone) as undone
      from public.devai_jobs j
      cross join lateral (
        select count(*) as added, count(*) filter (where coalesce(j.result -> 'undone' ? (t.one ->> 'memoryId'), false)) as undone
        from jsonb_array_elements(coalesce(j.result -> 'applied', '[]')) as t(one)
        where t.one ->> 'action' <> 'known') as a
      where j.user_id = v_user and j.kind = 'deduplicate' and j.payload ? 'import'
      group by 1, j.payload -> 'import' ->> 'project') as i);
end $$;
