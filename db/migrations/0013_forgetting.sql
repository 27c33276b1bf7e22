-- How many memories were forgotten: who keeps texts in memory asks for it at each step.
create index devai_memory_events_forgotten on public.devai_memory_events (id) where action = 'forgotten';
-- Messages so long that not all of their words are indexed: looked through one by one.
create index devai_messages_long on public.devai_messages (session_id, number) where length(words) >= 2000;
-- Which messages were written with a memory in the prompt: what is forgotten may be told in them.
create index devai_messages_recalled on public.devai_messages using gin ((metadata -> 'recalled')) where metadata ? 'recalled';
