-- Erases the quotes that memories have in their evidence and history from messages (p_places: [{ sessionId, messages: [number] }]): all of
-- them where p_texts is null, otherwise those that share one of the texts. The memories stay. The caller holds them (devai__citing).
create or replace function public.devai__erase_quotes(p_memories uuid[], p_places jsonb, p_texts text[]) returns void
language plpgsql set search_path = '' as $$
declare
  v_changed uuid[];
begin
  with quoting as (
    select m.id, jsonb_agg(case when q.is_told then e.item || '{ "quote": "" }' else e.item end order by e.position) as evidence
    from public.devai_memories m
    cross join lateral jsonb_array_elements(m.evidence) with ordinality as e(item, position)
    cross join lateral (
      select exists (select from jsonb_array_elements(p_places) as p(place) where jsonb_build_array(e.item) @> jsonb_build_array(p.place))
        and (p_texts is null or exists (
          select from unnest(p_texts) as t(text), lateral (select lower(e.item ->> 'quote') as quote) as l
          where strpos(l.quote, lower(t.text)) > 0 or (l.quote <> '' and strpos(lower(t.text), l.quote) > 0))) as is_told) as q
    where m.id = any(p_memories)
    group by m.id
    having bool_or(q.is_told)
  ), changed as (
    update public.devai_memories m set evidence = q.evidence from quoting q where m.id = q.id returning m.id
  )
  select array_agg(id) into v_changed from changed;
  update public.devai_memory_events e set before = e.before - 'evidence', after = e.after - 'evidence'
  where e.memory_id = any(v_changed);
end $$;
