-- Imports entries of the ledger. Skips an entry that exists with all its fields, one that is contained in an existing daily sum, and a
-- daily sum of existing entries (devai_purge_expired). Returns how many were added.
create or replace function public.devai__import_usage(p_rows jsonb) returns integer
language plpgsql set search_path = '' as $$
declare
  v_added integer;
begin
  insert into public.devai_usage (at, operation, model, input_tokens, output_tokens, session_id, job_id, user_id, calls)
  select r.at, r.operation, r.model, r.input_tokens, r.output_tokens, r.session_id, r.job_id, r.user_id,
    coalesce(r.calls, 1)
  from jsonb_populate_recordset(null::public.devai_usage, p_rows) r
  where not exists (
    select from public.devai_usage u
    where u.at = r.at and u.operation = r.operation and u.model = r.model
      and u.session_id is not distinct from r.session_id and u.job_id is not distinct from r.job_id
      and (r.calls > 1 or (u.input_tokens = r.input_tokens and u.output_tokens = r.output_tokens)))
    and not exists (
    select from public.devai_usage u
    where u.calls > 1 and u.at >= date_trunc('day', r.at, 'UTC') and u.at < date_trunc('day', r.at, 'UTC') + interval '1 day'
      and u.operation = r.operation and u.model = r.model
      and u.session_id is not distinct from r.session_id and u.job_id is not distinct from r.job_id);
  get diagnostics v_added = row_count;
  return v_added;
end $$;
