-- The ledger: every model and embedding call made for memory. The daily run merges old entries, so that one stands for several calls.

create table public.devai_usage (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  operation text not null check (operation in
    ('extract', 'deduplicate', 'compact', 'tag', 'embed_query', 'embed_memory')),
  model text not null,
  calls integer not null default 1 check (calls > 0),
  input_tokens bigint not null,
  output_tokens bigint not null,
  session_id uuid,
  job_id uuid
);
create index devai_usage_at on public.devai_usage (at);
create index devai_usage_session on public.devai_usage (session_id);
-- for the cost of a memory, by the job that made it
create index devai_usage_job on public.devai_usage (job_id) where job_id is not null;
create index devai_usage_merged on public.devai_usage (at) where calls > 1;

alter table public.devai_usage enable row level security;
