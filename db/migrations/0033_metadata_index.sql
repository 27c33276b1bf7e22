-- Lists of memories by values of their metadata. Those without metadata, which are most, are not in the index.
create index devai_memories_metadata on public.devai_memories using gin (metadata jsonb_path_ops) where metadata <> '{}';
