-- The process that runs a turn in a session, and when its lease ends unless it is renewed, so that turns of two processes do not
-- interleave. Null: no turn runs.
alter table public.devai_sessions
  add column turn_holder text,
  add column turn_leased_until timestamptz;
