-- What was valid at a moment is read from each memory's own history, so restored memories need no index of their own.
drop index public.devai_memory_events_restored;
