-- Who runs a turn in a session, and until when without renewal: turns of two processes do not interleave. Null: nobody.
alter table public.devai_sessions
  add column turn_holder text,
  add column turn_leased_until timestamptz;
