-- The daily run puts old entries of the ledger together: one then stands for several calls.
alter table public.devai_usage add column calls integer not null default 1 check (calls > 0);
alter table public.devai_usage alter column input_tokens type bigint, alter column output_tokens type bigint;
create index devai_usage_merged on public.devai_usage (at) where calls > 1;
-- and lets go of finished jobs
create index devai_jobs_done on public.devai_jobs (finished_at) where status = 'done';

-- A project's sessions, messages and topics are found by its name in the one form that namespaces have. Plain names are put into it here.
update public.devai_messages set project = lower(project) where project ~ '^[A-Za-z0-9._-]+$' and project ~ '[A-Z]';
update public.devai_sessions set project = lower(project) where project ~ '^[A-Za-z0-9._-]+$' and project ~ '[A-Z]';
-- of topics of the same name the one touched last goes on
update public.devai_recent_topics t set is_active = false
where t.is_active and exists (
  select from public.devai_recent_topics other
  where other.is_active and other.topic = t.topic and lower(other.project) = lower(t.project)
    and other.project ~ '^[A-Za-z0-9._-]+$' and t.project ~ '^[A-Za-z0-9._-]+$'
    and (other.last_touched_at, other.id) > (t.last_touched_at, t.id));
update public.devai_recent_topics set project = lower(project) where project ~ '^[A-Za-z0-9._-]+$' and project ~ '[A-Z]';
