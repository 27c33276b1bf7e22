-- How memories are related: a reader who comes upon one is led to the other.
create table public.devai_memory_relations (
  from_id uuid not null references public.devai_memories (id) on delete cascade,
  kind text not null check (kind in ('depends_on', 'implements', 'supersedes', 'relates_to', 'contradicts')),
  to_id uuid not null references public.devai_memories (id) on delete cascade,
  created_at timestamptz not null,
  primary key (from_id, kind, to_id),
  check (from_id <> to_id)
);
create index devai_memory_relations_to on public.devai_memory_relations (to_id);

alter table public.devai_memory_relations enable row level security;
