-- Sessions, their messages, and the jobs that work on them in the background.

create table public.devai_sessions (
  id uuid primary key,
  name text,
  project text,
  agent text not null,
  state jsonb not null default '{}',
  summary text,
  summary_hash text,
  summary_through integer not null default 0,
  -- the watermark: the last message that was extracted
  extracted_through integer not null default 0,
  -- when the messages above the watermark are due for extraction because nobody writes any more; null when there are none
  idle_due_at timestamptz,
  -- the same because the last client left; reopening the session takes it back
  end_due_at timestamptz,
  message_count integer not null default 0,
  token_count bigint not null default 0,
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  last_active_at timestamptz not null,
  ended_at timestamptz,
  check (extracted_through between 0 and message_count),
  check (summary_through between 0 and message_count)
);
create index devai_sessions_due on public.devai_sessions (least(idle_due_at, end_due_at))
  where least(idle_due_at, end_due_at) is not null;
create index devai_sessions_recent on public.devai_sessions (last_active_at desc);

create table public.devai_messages (
  session_id uuid not null references public.devai_sessions (id) on delete cascade,
  number integer not null,
  id uuid not null unique,
  project text,
  role text not null check (role in ('system', 'user', 'assistant', 'tool')),
  type text not null check (type in ('text', 'tool_call', 'tool_result', 'notice')),
  content text not null,
  tool_calls jsonb not null default '[]',
  tool_call_id text,
  tokens integer not null,
  content_hash text not null,
  words tsvector not null default ''::tsvector,
  pinned boolean not null default false,
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  primary key (session_id, number)
);
create index devai_messages_words on public.devai_messages using gin (words);
-- for a search by words that are too frequent to be looked up
create index devai_messages_recent on public.devai_messages (coalesce(project, ''), created_at desc);

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
-- One job of a kind and key waits at a time; another may be running, and is followed by the waiting one.
create unique index devai_jobs_waiting on public.devai_jobs (kind, key) where status = 'waiting';
create unique index devai_jobs_running on public.devai_jobs (kind, key) where status = 'running';
create index devai_jobs_due on public.devai_jobs (run_at) where status in ('waiting', 'running');
create index devai_jobs_recent on public.devai_jobs (created_at desc);

alter table public.devai_sessions enable row level security;
alter table public.devai_messages enable row level security;
alter table public.devai_jobs enable row level security;
