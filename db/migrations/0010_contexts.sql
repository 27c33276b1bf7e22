-- What the user chose for the prompts of a session: { pinned: [memory ids], excluded: [memory ids], hidden: [message numbers],
-- shares: { priority: share of the budget } }, each optional.
alter table public.devai_sessions add column choices jsonb not null default '{}';

-- What models were sent: one row per request. The texts are in devai_context_parts, the conversation is in devai_messages.
create table public.devai_contexts (
  id uuid primary key,
  session_id uuid not null references public.devai_sessions (id) on delete cascade,
  project text,
  -- the host's turn, and the number of this request in it, from 1
  turn uuid,
  step integer not null default 1,
  -- the number of the user's message; null while it waited in a journal
  question integer,
  -- SHA-256 of the context, see docs/context.md
  hash text not null,
  model text,
  tokens integer not null,
  budget integer not null,
  -- { schema, profile, parts, conversation, pinned, hidden, sections, usage, … }: see packages/memory/src/context/record.ts
  body jsonb not null,
  created_at timestamptz not null
);
create index devai_contexts_session on public.devai_contexts (session_id, created_at desc);
create index devai_contexts_recent on public.devai_contexts (created_at desc);

-- The texts of contexts, each stored once per session.
create table public.devai_context_parts (
  session_id uuid not null references public.devai_sessions (id) on delete cascade,
  -- the first half of the SHA-256 of the content
  hash text not null,
  -- null if a part of it was forgotten
  content text,
  -- what it contains, so that forgetting finds it: memory ids, `<session>/<message number>`, `summary/<session>`, `state/<session>` …
  mentions text[] not null default '{}',
  -- when a context used it last, to within a day
  used_at timestamptz not null,
  primary key (session_id, hash)
);
create index devai_context_parts_mentions on public.devai_context_parts using gin (mentions) where mentions <> '{}';
create index devai_context_parts_used on public.devai_context_parts (used_at);

alter table public.devai_contexts enable row level security;
alter table public.devai_context_parts enable row level security;
