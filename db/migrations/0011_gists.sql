-- The gist of a session (what it was about, in one to three sentences) for later sessions of its project, and who named the session.
alter table public.devai_sessions
  add column gist text,
  -- a later extraction may replace a name by an extraction, but never one by a person
  add column named_by text check (named_by in ('person', 'extraction'));
update public.devai_sessions set named_by = 'person' where name is not null;
create index devai_sessions_gists on public.devai_sessions (coalesce(project, ''), last_active_at desc, id) where gist is not null;

-- The search index of gists, by words and by vectors.
create table public.devai_gists (
  session_id uuid primary key references public.devai_sessions (id) on delete cascade,
  -- 'gist/' and the project; without one: 'gist/'
  scope text not null,
  -- each prefixed with the tag of the scope (devai__tag_words)
  words tsvector not null,
  word_count integer not null,
  embedding extensions.halfvec(512),
  sketch bit(512) generated always as ((extensions.binary_quantize(embedding))::bit(512)) stored,
  embedding_model text,
  -- when the gist was written
  created_at timestamptz not null
);
create index devai_gists_newest on public.devai_gists (scope, created_at desc) include (sketch, session_id);
create index devai_gists_embedder on public.devai_gists (embedding_model, created_at);
create index devai_gists_words on public.devai_gists using gin (words);
alter table public.devai_gists enable row level security;
