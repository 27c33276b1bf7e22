-- What of a message teaches nothing any more: a list of { memory_id, kind, from, to, is_source }. `taken`: a memory holds it, or held it;
-- `forgotten`: nobody is to learn it again, and, when it is a source, it goes when the messages are to be erased, too. From and to
-- count the characters of the content as JavaScript does, null: all of it. Marks are only ever added, so that their number tells
-- whether a reader has seen them all.
alter table public.devai_messages add column marks jsonb not null default '[]'
  check (jsonb_typeof(marks) = 'array');
-- few of many: looked through by whom they stand for
create index devai_messages_marked on public.devai_messages (session_id, number) where marks <> '[]';
