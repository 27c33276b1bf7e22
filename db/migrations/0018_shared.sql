-- Shared entries: values that agents publish under a key, in the order of publishing.
create table public.devai_shared (
  id uuid primary key default gen_random_uuid(),
  position bigint not null unique,
  scope text not null,
  key text not null check (char_length(key) between 1 and 200),
  value jsonb not null,
  -- the publisher
  agent text,
  session_id uuid,
  expires_at timestamptz,
  created_at timestamptz not null
);
create index devai_shared_key on public.devai_shared (scope, key, position desc);
alter table public.devai_shared enable row level security;

-- The ids of entries that were erased on demand, so that no import brings them back.
create table public.devai_shared_tombstones (
  id uuid primary key,
  erased_at timestamptz not null
);
alter table public.devai_shared_tombstones enable row level security;
