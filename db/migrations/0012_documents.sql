-- Documents that a person ingested for a project.
create table public.devai_documents (
  id uuid primary key default gen_random_uuid(),
  -- '' without a project
  project text not null,
  path text not null check (char_length(path) between 1 and 1000),
  title text not null,
  kind text not null,
  -- hash of the bytes that it was read from; null until an ingestion has ended
  source_hash text,
  bytes integer not null,
  -- counts ingestions; chunks of an earlier ingestion are removed when the latest has ended
  version integer not null,
  chunk_count integer not null,
  tokens integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (project, path)
);

-- The chunks of documents, found by words and by vectors. Their contents in the order of their numbers are the text of the document.
create table public.devai_chunks (
  id uuid primary key default gen_random_uuid(),
  document_id uuid not null references public.devai_documents (id) on delete cascade,
  version integer not null,
  number integer not null,
  -- 'document/' and the project; without one: 'document/'
  scope text not null,
  -- the headings above the chunk, outermost first
  headings text[] not null,
  content text not null,
  -- hash of headings and content; for a repeated chunk of a document also of the number of the repetition
  content_hash text not null,
  first_line integer not null,
  last_line integer not null,
  tokens integer not null,
  -- each prefixed with the tag of the scope (devai__tag_words)
  words tsvector not null,
  word_count integer not null,
  embedding extensions.halfvec(512),
  sketch bit(512) generated always as ((extensions.binary_quantize(embedding))::bit(512)) stored,
  embedding_model text,
  created_at timestamptz not null,
  unique (document_id, content_hash)
);
-- the ids are random, so the first rows are a sample
create index devai_chunks_sketches on public.devai_chunks (scope, id) include (sketch);
create index devai_chunks_order on public.devai_chunks (document_id, number);
create index devai_chunks_embedder on public.devai_chunks (embedding_model, created_at);
create index devai_chunks_words on public.devai_chunks using gin (words);
alter table public.devai_documents enable row level security;
alter table public.devai_chunks enable row level security;
