-- Jobs that work on sessions and memories in the background.

create table public.devai_jobs (
  id uuid primary key,
  kind text not null check (kind in ('extract', 'deduplicate', 'embed')),
  key text not null,
  payload jsonb not null default '{}',
  status text not null check (status in ('waiting', 'running', 'done', 'dead')),
  attempts integer not null default 0,
  run_at timestamptz not null,
  leased_by text,
  leased_until timestamptz,
  error text,
  result jsonb,
  created_at timestamptz not null,
  finished_at timestamptz
);
-- At most one job of a kind and key waits; another one may run at the same time, and the waiting one follows it.
create unique index devai_jobs_waiting on public.devai_jobs (kind, key) where status = 'waiting';
create unique index devai_jobs_running on public.devai_jobs (kind, key) where status = 'running';
create index devai_jobs_due on public.devai_jobs (run_at) where status in ('waiting', 'running');
create index devai_jobs_recent on public.devai_jobs (created_at desc);
-- for the daily run, which removes old jobs
create index devai_jobs_done on public.devai_jobs (finished_at) where status = 'done';

alter table public.devai_jobs enable row level security;
