-- Finds the texts that may quote a message, before it is forgotten: { messages, sessions, shared } (devai__mentions_in), in its own session and
-- in those that recalled it (devai__sessions_telling). p_words: its content words.
create or replace function public.devai_find_message_mentions(p_user text, p_session_id uuid, p_number integer, p_words text[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  perform public.devai__require_own_session(p_session_id);
  return public.devai__mentions_in(
    public.devai__sessions_telling(array[p_session_id], array[p_session_id || '/' || p_number]), p_words, null);
end $$;
