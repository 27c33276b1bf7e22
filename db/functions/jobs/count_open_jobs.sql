-- Counts jobs: { open, due, failing, dead, deadByKind, nextRunAt }. `open` jobs wait or run, `due` ones could be claimed now, `failing` ones failed and
-- will be tried again, `dead` ones were given up, also by kind. nextRunAt is when the next waiting job is due (null if none waits).
create or replace function public.devai_count_open_jobs() returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
begin
  return (
    select jsonb_build_object(
      'open', count(*) filter (where j.status in ('waiting', 'running')),
      'due', count(*) filter (where j.run_at <= v_now and (
        (j.status = 'running' and j.leased_until <= v_now)
        or (j.status = 'waiting' and not exists (
          select from public.devai_jobs other
          where other.kind = j.kind and other.key = j.key and other.status = 'running')))),
      'failing', count(*) filter (where j.status = 'waiting' and j.error is not null),
      'dead', count(*) filter (where j.status = 'dead'),
      'deadByKind', (
        select coalesce(jsonb_object_agg(d.kind, d.count), '{}')
        from (select o.kind, count(*) from public.devai_jobs o where o.status = 'dead' group by o.kind) d),
      'nextRunAt', min(j.run_at) filter (where j.status = 'waiting'))
    from public.devai_jobs j
    where j.status in ('waiting', 'running', 'dead')
  );
end $$;
