-- The search index of what users and agents said: the texts of devai_messages without tools and notices. A trigger keeps it in
-- step with devai_messages. A message of which a part was forgotten is not in it.
create table public.devai_said (
  message_id uuid primary key references public.devai_messages (id) on delete cascade,
  session_id uuid not null,
  number integer not null,
  -- 'said/' and the project; 'said/' alone is read from every project
  scope text not null,
  -- the words of the message, each prefixed with the tag of the scope (devai__tag_words)
  words tsvector not null,
  word_count integer not null,
  embedding extensions.halfvec(512),
  sketch bit(512) generated always as ((extensions.binary_quantize(embedding))::bit(512)) stored,
  embedding_model text,
  created_at timestamptz not null
);
create index devai_said_newest on public.devai_said (scope, created_at desc) include (sketch, message_id, session_id, number);
create index devai_said_session on public.devai_said (session_id, number);
create index devai_said_embedder on public.devai_said (embedding_model, created_at);
create index devai_said_words on public.devai_said using gin (words);
alter table public.devai_said enable row level security;

create function public.devai__note_said() returns trigger
language plpgsql set search_path = '' as $$
declare
  v_scope text := 'said/' || coalesce(new.project, '');
  v_tag text := left(encode(sha256(convert_to(v_scope, 'UTF8')), 'hex'), 5);
begin
  if new.role not in ('user', 'assistant') or new.type <> 'text' or new.content = '' or new.marks @> '[{ "kind": "forgotten" }]' then
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
create trigger devai_messages_said after insert or update of content, words, marks on public.devai_messages
for each row execute function public.devai__note_said();
