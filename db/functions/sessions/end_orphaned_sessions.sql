-- Called when the only process of a store starts. Makes every session with messages above the watermark due for extraction after a grace
-- period, unless it is due earlier, and removes all leases of turns. Returns how many are due. Repeating the call changes only the time.
create or replace function public.devai_end_orphaned_sessions(p_grace_seconds double precision) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_due timestamptz := public.devai__now() + make_interval(secs => p_grace_seconds);
  v_count integer;
begin
  update public.devai_sessions set turn_holder = null, turn_leased_until = null where turn_holder is not null;
  update public.devai_sessions
  set end_due_at = least(end_due_at, v_due)
  where message_count > extracted_through;
  get diagnostics v_count = row_count;
  return to_jsonb(v_count);
end $$;
