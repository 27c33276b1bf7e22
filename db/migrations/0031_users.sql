-- Users: sessions, messages, topics and jobs belong to one. Everything until now belongs to `me`, the one user of a personal store, whose
-- scopes keep their names; those of any other user end in @ and the user (devai__own_scope).
alter table public.devai_sessions add column user_id text not null default 'me';
alter table public.devai_messages add column user_id text not null default 'me';
alter table public.devai_recent_topics add column user_id text not null default 'me';
alter table public.devai_jobs add column user_id text not null default 'me';

-- Whose the memory was then; null: it was shared.
alter table public.devai_memory_events add column user_id text;
update public.devai_memory_events e set user_id = 'me'
where e.action = 'forgotten' or e.before ->> 'namespace' ~ '^devai/(user|agent)' or e.after ->> 'namespace' ~ '^devai/(user|agent)';

-- 200 characters without the user
alter table public.devai_memories drop constraint devai_memories_namespace_check;
alter table public.devai_memories add constraint devai_memories_namespace_check
  check (char_length(regexp_replace(namespace, '@[^/]*', '')) <= 200 and namespace ~ '^devai/(global|user(@[^/@]+)?|(project|agent)/[^/]+)(/[^/]+)*$');

-- other: what another person said in a user's conversation
alter table public.devai_memories drop constraint devai_memories_trust_check;
alter table public.devai_memories add constraint devai_memories_trust_check check (trust in ('user', 'other', 'agent', 'tool'));

drop index public.devai_sessions_recent;
create index devai_sessions_recent on public.devai_sessions (user_id, last_active_at desc);
drop index public.devai_sessions_gists;
create index devai_sessions_gists on public.devai_sessions (user_id, coalesce(project, ''), last_active_at desc, id) where gist is not null;
drop index public.devai_messages_recent;
create index devai_messages_recent on public.devai_messages (user_id, coalesce(project, ''), created_at desc);
drop index public.devai_recent_topics_name;
create unique index devai_recent_topics_name on public.devai_recent_topics (user_id, project, topic) nulls not distinct where is_active;

-- name: the host's id of a user whose stored form is another. erased_at: of a user who was erased, under a hash of the user
-- (devai__erased_user): what is older is not imported again.
create table public.devai_users (
  id text primary key,
  name text,
  erased_at timestamptz
);
alter table public.devai_users enable row level security;

create or replace function public.devai__note_said() returns trigger
language plpgsql set search_path = '' as $$
declare
  v_scope text := 'said/' || coalesce(new.project, '') || case when new.user_id <> 'me' then '@' || new.user_id else '' end;
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
