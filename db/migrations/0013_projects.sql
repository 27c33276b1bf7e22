-- What a person says about a project. Memories, sessions and documents name their project themselves, so a project needs no row here.
create table public.devai_projects (
  -- the name in namespaces and sessions
  id text primary key,
  name text check (char_length(name) between 1 and 200),
  workspace_path text,
  description text,
  -- { memoryBudget: { memories, tokens }, contextDays }, each only if it differs from the default
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
alter table public.devai_projects enable row level security;

alter table public.devai_memory_relations drop constraint devai_memory_relations_kind_check,
  add constraint devai_memory_relations_kind_check check (kind in
    ('depends_on', 'implements', 'supersedes', 'relates_to', 'contradicts', 'part_of'));

-- Plans, open tasks and decisions of a project in the order in which every prompt of the project shows them (devai__planned). A task
-- without a status is still to do.
create index devai_memories_plans on public.devai_memories (scope, created_at desc, id) where is_valid and category = 'plan';
create index devai_memories_tasks on public.devai_memories
  (scope, (case metadata ->> 'status' when 'doing' then 1 when 'blocked' then 2 else 3 end), importance desc, created_at, id)
  where is_valid and category = 'task' and coalesce(metadata ->> 'status', '') <> 'done';
create index devai_memories_decisions on public.devai_memories (scope, importance desc, created_at, id)
  where is_valid and category = 'decision';
