-- Finds the texts that may contain a memory, before it is forgotten: { messages, sessions, shared } (devai__mentions_in). Searches only the
-- sessions of devai__sessions_of_memory. p_words: the content words of all texts that the memory ever had, and of its quotes.
create or replace function public.devai_find_mentions(p_memory_id uuid, p_words text[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return public.devai__mentions_in(public.devai__sessions_of_memory(p_memory_id), p_words, p_memory_id);
end $$;
