-- Finds the newest relations of a memory, even if it has thousands.
create index devai_memory_relations_newest on public.devai_memory_relations (from_id, created_at desc, to_id, kind);
create index devai_memory_relations_newest_to on public.devai_memory_relations (to_id, created_at desc, from_id, kind);
drop index public.devai_memory_relations_to;
