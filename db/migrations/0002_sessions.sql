-- Sessions and their messages.

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
  -- when the messages above the watermark are due for extraction because the session is idle; null if there are none
  idle_due_at timestamptz,
  -- when they are due because the last client left; reopening the session clears it
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
  -- Parts of the message that must not be learned: a list of { memoryId, kind, part, isSource }. `taken`: a memory holds it, or held
  -- it. `forgotten`: no model may see or learn it again; if isSource, erasing the messages of the memory empties this one. part is { from,
  -- to }, in characters of the content as JavaScript counts them, or null for all of it. Marks are only added, so their number
  -- tells whether a reader has seen all of them.
  marks jsonb not null default '[]' check (jsonb_typeof(marks) = 'array'),
  created_at timestamptz not null,
  primary key (session_id, number)
);
create index devai_messages_words on public.devai_messages using gin (words);
-- for searches by words that are too frequent for the index of words
create index devai_messages_recent on public.devai_messages (coalesce(project, ''), created_at desc);
-- the few marked messages, searched for the memories that their marks name
create index devai_messages_marked on public.devai_messages (session_id, number) where marks <> '[]';
-- messages that were written with memories in the prompt, and may therefore contain a memory that is being forgotten
create index devai_messages_recalled on public.devai_messages using gin ((metadata -> 'recalled')) where metadata ? 'recalled';

alter table public.devai_sessions enable row level security;
alter table public.devai_messages enable row level security;
