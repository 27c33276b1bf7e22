-- Finds the texts that may contain a memory, before it is forgotten: { messages, sessions, shared } (devai__mentions_in). Searches only the
-- sessions of devai__sessions_of_memory. p_words: the content words of all texts that the memory ever had, and of its quotes.
create or replace function public.devai_find_mentions(p_user text, p_memory_id uuid, p_words text[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  perform from public.devai_memories m where m.id = p_memory_id and not public.devai__is_readable(m.scope);
  if found then
    raise exception using errcode = '22DV2', message = format('there is no memory %s', p_memory_id);
  end if;
  return public.devai__mentions_in(public.devai__sessions_of_memory(p_memory_id), p_words, p_memory_id);
end $$;
