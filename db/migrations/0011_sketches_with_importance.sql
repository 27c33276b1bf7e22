-- The covering index knows which memories are important: one scan finds the nearest of all and the nearest of those. And the sample
-- knows the sketches: how near the nearest are is told from one memory in 16, so that the scan can pass over the others.
drop index public.devai_memories_important;
drop index public.devai_memories_sketch;
drop index public.devai_memories_sample;
create index devai_memories_sketch on public.devai_memories (scope) include (sketch, id, importance) where is_valid;
create index devai_memories_sample on public.devai_memories (scope, id) include (sketch, importance)
  where is_valid and id < '10000000-0000-0000-0000-000000000000';
