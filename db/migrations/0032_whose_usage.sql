-- Whose call it was, for a limit of each user. Null: nobody's in particular, as what a project or the store needs; and of entries until now,
-- which are those of the session's user.
alter table public.devai_usage add column user_id text;
