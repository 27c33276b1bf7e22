-- Reading what was valid at a moment now uses each memory's own history, so the index of restored memories is not needed.
drop index public.devai_memory_events_restored;
