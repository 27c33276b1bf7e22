-- A reply that only quotes what memory told (metadata: quotesMemory) is not in the search index of what was said: found again, each
-- reply would quote the one before.
create or replace function public.devai__note_said() returns trigger
language plpgsql set search_path = '' as $$
declare
  v_scope text := 'said/' || coalesce(new.project, '');
  v_tag text := left(encode(sha256(convert_to(v_scope, 'UTF8')), 'hex'), 5);
begin
  if new.role not in ('user', 'assistant') or new.type <> 'text' or new.content = '' or new.marks @> '[{ "kind": "forgotten" }]'
    or (new.role = 'assistant' and new.metadata @> '{ "quotesMemory": true }')
  then
    delete from public.devai_said s where s.message_id = new.id;
  else
    insert into public.devai_said as s (message_id, session_id, number, scope, words, word_count, created_at)
    values (new.id, new.session_id, new.number, v_scope,
      array_to_tsvector(array(select v_tag || w.word from unnest(tsvector_to_array(new.words)) as w(word))),
      greatest(length(new.words), 1), new.created_at)
    on conflict (message_id) do update set words = excluded.words, word_count = excluded.word_count,
      embedding = case when old.content = new.content then s.embedding end,
      embedding_model = case when old.content = new.content then s.embedding_model end;
  end if;
  return null;
end $$;
