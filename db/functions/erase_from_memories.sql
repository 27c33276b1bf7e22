-- internal
-- Blanks texts in other memories and their events: titles, tags, evidence, metadata, reasons. What another memory says stays: a statement
-- that holds the text and more is forgotten by itself.
create or replace function public.devai_erase_from_memories(p_texts text[]) returns void
language plpgsql set search_path = '' as $$
begin
  update public.devai_memories m
  set title = public.devai_erase_text(m.title, p_texts),
    tags = array(select public.devai_erase_text(t.tag, p_texts) from unnest(m.tags) as t(tag)),
    evidence = public.devai_erase_texts_in(m.evidence, p_texts),
    metadata = public.devai_erase_texts_in(m.metadata, p_texts),
    invalidated_reason = public.devai_erase_text(m.invalidated_reason, p_texts)
  where public.devai_holds_text(jsonb_build_array(m.title, to_jsonb(m.tags), m.evidence, m.metadata, m.invalidated_reason), p_texts);

  update public.devai_memory_events e
  set reason = public.devai_erase_text(e.reason, p_texts),
    before = public.devai_erase_texts_in(e.before, p_texts),
    after = public.devai_erase_texts_in(e.after, p_texts)
  where public.devai_holds_text(jsonb_build_array(e.reason, e.before, e.after), p_texts);
end $$;
