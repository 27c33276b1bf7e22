-- New rows wait in a list that a search reads to its end for each word. With 400 kB in it, words took 1.6 times as long to look up; by
-- default it may grow to 4 MB.
alter index public.devai_memories_words set (gin_pending_list_limit = 64);
alter index public.devai_messages_words set (gin_pending_list_limit = 64);
alter index public.devai_said_words set (gin_pending_list_limit = 64);
alter index public.devai_gists_words set (gin_pending_list_limit = 64);
alter index public.devai_chunks_words set (gin_pending_list_limit = 64);
