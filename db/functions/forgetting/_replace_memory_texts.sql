-- Replaces texts of memories (devai_replace_texts) and records an event without the old texts. New content gets a new hash and new words,
-- and waits for its vector. If another valid memory of the scope already says the same, this one is merged into it. Skips memories that
-- changed since they were read; returns the number of the others.
create or replace function public.devai__replace_memory_texts(p_rows jsonb) returns integer
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  v_ids uuid[] := array(select (r.one -> 'key' ->> 'id')::uuid from jsonb_array_elements(p_rows) as r(one));
  v_row jsonb;
  v_texts jsonb;
  v_memory public.devai_memories;
  v_twin uuid;
  v_replaced integer := 0;
begin
  perform public.devai__lock_scopes(array(select m.scope from public.devai_memories m where m.id = any(v_ids)));
  perform public.devai__lock_memories(v_ids);
  for v_row in select r.one from jsonb_array_elements(p_rows) as r(one) loop
    select * into v_memory from public.devai_memories m
    where m.id = (v_row -> 'key' ->> 'id')::uuid and m.xmin::text = v_row ->> 'version';
    continue when not found;
    v_texts := v_row -> 'texts';
    v_twin := null;
    if v_texts ? 'content' and v_memory.is_valid then
      perform public.devai__end_lapsed_twin(v_memory.scope, v_row ->> 'contentHash', v_memory.id, '{"kind": "user"}');
      select m.id into v_twin from public.devai_memories m
      where m.scope = v_memory.scope and m.content_hash = v_row ->> 'contentHash' and m.is_valid and m.id <> v_memory.id;
    end if;
    update public.devai_memories m
    set content = coalesce(v_texts ->> 'content', m.content),
      content_hash = coalesce(v_row ->> 'contentHash', m.content_hash),
      title = coalesce(v_texts ->> 'title', m.title),
      tags = case when v_texts ? 'tags' then public.devai__text_array('tags', v_texts -> 'tags') else m.tags end,
      metadata = coalesce(v_texts -> 'metadata', m.metadata), evidence = coalesce(v_texts -> 'evidence', m.evidence),
      invalidated_reason = coalesce(v_texts ->> 'invalidated_reason', m.invalidated_reason),
      words = public.devai__tag_words(m.scope, public.devai__text_array('words', v_row -> 'words')),
      word_count = jsonb_array_length(v_row -> 'words'),
      embedding = case when v_texts ? 'content' then null else m.embedding end,
      embedding_model = case when v_texts ? 'content' then null else m.embedding_model end,
      is_valid = m.is_valid and v_twin is null,
      invalidated_at = case when v_twin is null then m.invalidated_at else v_now end,
      superseded_by = coalesce(v_twin, m.superseded_by), updated_at = v_now
    where m.id = v_memory.id
    returning * into v_memory;
    perform public.devai__record_event(v_memory.id, case when v_twin is null then 'updated' else 'merged' end,
      case when v_twin is null then 'secrets in it were redacted'
        else 'secrets in it were redacted; another memory says the same now' end,
      '{"kind": "user"}', null, v_memory);
    v_replaced := v_replaced + 1;
  end loop;
  return v_replaced;
end $$;
