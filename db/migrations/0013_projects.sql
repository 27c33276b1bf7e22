-- What a person says about a project. Its memories, sessions and documents name it themselves, so a project without a row is one, too.
create table public.devai_projects (
  -- as in namespaces and sessions
  id text primary key,
  name text check (char_length(name) between 1 and 200),
  workspace_path text,
  description text,
  -- { memoryBudget: { memories, tokens }, retentionDays }, each only where it is not the default
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
alter table public.devai_projects enable row level security;

alter table public.devai_memory_relations drop constraint devai_memory_relations_kind_check,
  add constraint devai_memory_relations_kind_check check (kind in
    ('depends_on', 'implements', 'supersedes', 'relates_to', 'contradicts', 'part_of'));

-- plans, tasks and decisions of a project, which every prompt of it shows
create index devai_memories_planned on public.devai_memories (scope, category)
  where is_valid and category in ('plan', 'task', 'decision');
