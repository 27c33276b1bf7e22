-- One past message in 16 by the hash of its id, newest first: a sample that does not depend on how the ids were made.
create index devai_said_sample on public.devai_said (scope, created_at desc) include (sketch, message_id, session_id, number)
where uuid_hash(message_id) % 16 = 0;
