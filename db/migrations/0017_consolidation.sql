-- Consolidation of a project's memories. Archived memories are invalid, and can be listed, searched and restored.
alter table public.devai_memories add column archived boolean not null default false,
  add constraint devai_memories_archived_check check (not (archived and is_valid));
create index devai_memories_archived on public.devai_memories (scope, created_at) where archived;

alter table public.devai_memory_events drop constraint devai_memory_events_action_check,
  add constraint devai_memory_events_action_check check (action in ('added', 'updated', 'superseded', 'invalidated', 'restored', 'merged',
    'archived', 'pruned', 'pinned', 'unpinned', 'related', 'unrelated', 'forgotten'));
alter table public.devai_jobs drop constraint devai_jobs_kind_check,
  add constraint devai_jobs_kind_check check (kind in ('extract', 'deduplicate', 'embed', 'consolidate'));
alter table public.devai_usage drop constraint devai_usage_operation_check,
  add constraint devai_usage_operation_check check (operation in
    ('extract', 'deduplicate', 'consolidate', 'compact', 'tag', 'embed_query', 'embed_memory'));
