-- Long-term memory: one row is one statement. Nothing is overwritten silently: every change adds a row to
-- devai_memory_events, and a statement that is no longer true is invalidated, not deleted.

create schema if not exists extensions;
create extension if not exists vector with schema extensions;

-- The factor by which strength falls per unused day. It belongs to the tables, because devai_memories.fades_at is stored: changing the base
-- needs a migration that recomputes that column.
create function public.devai__decay_base() returns double precision
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return 0.95;
end $$;

create table public.devai_memories (
  id uuid primary key,
  content text not null check (char_length(content) between 1 and 2000),
  title text check (char_length(title) between 1 and 200),
  -- 512 halves take 1,032 bytes and stay inline; as vector(512) every distance would read TOAST
  embedding extensions.halfvec(512),
  sketch bit(512) generated always as ((extensions.binary_quantize(embedding))::bit(512)) stored,
  embedding_model text,
  content_hash text not null,
  -- the words of title, content and tags as the library splits them (any script), each prefixed with the tag of the scope, so that a
  -- lookup reads the words of one scope only (devai__tag_words)
  words tsvector not null default ''::tsvector,
  word_count integer not null default 0,
  memory_type text not null check (memory_type in ('semantic', 'episodic', 'procedural')),
  category text not null check (category in
    ('decision', 'plan', 'architecture', 'component', 'task', 'code_knowledge', 'preference', 'other')),
  namespace text not null check (char_length(namespace) <= 200 and namespace ~ '^devai/(global|user|project/[^/]+)(/[^/]+)*$'),
  -- the branch that limits reading; always compared by equality
  scope text not null generated always as (
    case split_part(namespace, '/', 2)
      when 'project' then 'devai/project/' || split_part(namespace, '/', 3)
      else 'devai/' || split_part(namespace, '/', 2)
    end) stored,
  priority text not null check (priority in ('highest', 'high', 'medium', 'low')),
  importance smallint not null check (importance between 1 and 10),
  source text not null check (source in
    ('user_stated', 'error_resolution', 'pattern', 'discovery', 'compaction', 'consolidation', 'import')),
  tags text[] not null default '{}',
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  -- a list of { sessionId, messages (whole numbers), quote }; erasing a memory's messages relies on this form
  evidence jsonb not null default '[]' check (jsonb_typeof(evidence) = 'array' and not evidence @? '$[*] ? (
    !(@.sessionId.type() == "string" && @.sessionId like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" flag "i")
    || !(@.quote.type() == "string") || !(@.messages.type() == "array")
    || exists(@.messages[*] ? (!(@.type() == "number") || @ != @.floor() || @ < 0 || @ > 2147483647)))'),
  strength real not null default 1 check (strength between 0 and 1),
  access_count integer not null default 0 check (access_count >= 0),
  last_accessed_at timestamptz not null,
  pinned boolean not null default false,
  -- when strength × base ^ days falls below 0.05 (58.4 days from full strength), 'infinity' for memories that never decay: filters
  -- compare this time instead of computing a power for each row
  fades_at timestamptz not null generated always as (
    case when pinned or priority = 'highest' then timestamptz 'infinity'
      else to_timestamp(extract(epoch from last_accessed_at - to_timestamp(0))::double precision
        + 86400 * ln(greatest(strength, 1e-6)::double precision / 0.05) / ln(1 / public.devai__decay_base())) end) stored,
  trust text not null check (trust in ('user', 'agent', 'tool')),
  session_id uuid,
  is_valid boolean not null default true,
  invalidated_at timestamptz,
  invalidated_reason text,
  superseded_by uuid,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint devai_memories_invalidated_at_check check (is_valid or invalidated_at is not null),
  constraint devai_memories_embedding_model_check check ((embedding is null) = (embedding_model is null))
) with (fillfactor = 60); -- leaves room for updates: memories that were stored together are reinforced together, and the updates stay HOT
-- always inline: computing the distance to a vector in TOAST would cost a lookup
alter table public.devai_memories alter column embedding set storage plain;

-- Each statement is valid at most once in its scope: two concurrent writers leave one row.
create unique index devai_memories_statement on public.devai_memories (scope, content_hash) where is_valid;
-- includes the importance, so that one scan finds the nearest of all memories and of the important ones
create index devai_memories_sketch on public.devai_memories (scope) include (sketch, id, importance) where is_valid;
create index devai_memories_pinned on public.devai_memories (scope) where is_valid and pinned;
-- A sample of one row in 16, by its random id. It estimates how frequent a word is in a large scope, and how near the nearest memories are,
-- so that the scan of the sketches can skip the others.
create index devai_memories_sample on public.devai_memories (scope, id) include (sketch, importance)
  where is_valid and id < '10000000-0000-0000-0000-000000000000';
create index devai_memories_newest on public.devai_memories (scope, created_at);
create index devai_memories_embedder on public.devai_memories (embedding_model, created_at) where is_valid;
create index devai_memories_words on public.devai_memories using gin (words);
create index devai_memories_session on public.devai_memories (session_id);
create index devai_memories_superseded on public.devai_memories (superseded_by) where superseded_by is not null;

create table public.devai_memory_events (
  id bigint generated always as identity primary key,
  memory_id uuid not null,
  at timestamptz not null,
  action text not null check (action in ('added', 'updated', 'superseded', 'invalidated', 'restored', 'merged',
    'pruned', 'pinned', 'unpinned', 'related', 'unrelated', 'forgotten')),
  reason text not null,
  actor_kind text not null check (actor_kind in ('session', 'job', 'user', 'agent')),
  actor_id text,
  before jsonb,
  after jsonb
);
create index devai_memory_events_memory on public.devai_memory_events (memory_id, id);
-- the few restored memories, for reading what was valid at a moment
create index devai_memory_events_restored on public.devai_memory_events (at) where action = 'restored';
-- the number of forgotten memories; every turn reads it to notice what other processes forgot
create index devai_memory_events_forgotten on public.devai_memory_events (id) where action = 'forgotten';

-- Relations between memories.
create table public.devai_memory_relations (
  from_id uuid not null references public.devai_memories (id) on delete cascade,
  kind text not null check (kind in ('depends_on', 'implements', 'supersedes', 'relates_to', 'contradicts')),
  to_id uuid not null references public.devai_memories (id) on delete cascade,
  created_at timestamptz not null,
  primary key (from_id, kind, to_id),
  check (from_id <> to_id)
);
create index devai_memory_relations_to on public.devai_memory_relations (to_id);

-- Facts about the store itself: which embedder filled it, when decay ran last.
create table public.devai_settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

alter table public.devai_memories enable row level security;
alter table public.devai_memory_events enable row level security;
alter table public.devai_memory_relations enable row level security;
alter table public.devai_settings enable row level security;
