-- Blanks texts in other memories: titles, tags, evidence, metadata, reasons. What another memory says stays: a statement that holds the
-- text and more is forgotten by itself. And in events, of whichever memory.
create or replace function public.devai__erase_from_memories(p_ids uuid[], p_event_ids bigint[], p_texts text[]) returns void
language plpgsql set search_path = '' as $$
begin
  update public.devai_memories m
  set title = left(public.devai__erase_text(m.title, p_texts), 200),
    tags = array(select public.devai__erase_text(t.tag, p_texts) from unnest(m.tags) as t(tag)),
    evidence = public.devai__erase_from_evidence(m.evidence, p_texts),
    metadata = public.devai__erase_texts_in(m.metadata, p_texts, true),
    invalidated_reason = public.devai__erase_text(m.invalidated_reason, p_texts)
  where m.id = any(p_ids);

  update public.devai_memory_events e
  set reason = public.devai__erase_text(e.reason, p_texts),
    before = public.devai__erase_from_statement(e.before, p_texts),
    after = public.devai__erase_from_statement(e.after, p_texts)
  where e.id = any(p_event_ids);
end $$;
