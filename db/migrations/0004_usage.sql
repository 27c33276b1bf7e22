-- The ledger: every model and embedding call made for memory.

create table public.devai_usage (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  operation text not null check (operation in
    ('extract', 'deduplicate', 'compact', 'tag', 'embed_query', 'embed_memory')),
  model text not null,
  input_tokens integer not null,
  output_tokens integer not null,
  session_id uuid,
  job_id uuid
);
create index devai_usage_at on public.devai_usage (at);
create index devai_usage_session on public.devai_usage (session_id);

alter table public.devai_usage enable row level security;
