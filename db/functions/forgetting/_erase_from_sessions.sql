-- Blanks texts in what sessions say of themselves: name, summary, state and metadata.
create or replace function public.devai__erase_from_sessions(p_ids uuid[], p_texts text[]) returns void
language plpgsql set search_path = '' as $$
begin
  update public.devai_sessions s
  set name = public.devai__erase_text(s.name, p_texts),
    summary = public.devai__erase_text(s.summary, p_texts),
    state = public.devai__erase_texts_in(s.state, p_texts, true),
    metadata = public.devai__erase_texts_in(s.metadata, p_texts, true)
  where s.id = any(p_ids);
end $$;
