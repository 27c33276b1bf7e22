-- Enters calls in the ledger: an array of { operation, model, input_tokens, output_tokens, session_id, job_id }; null or empty: nothing.
-- Returns null.
create or replace function public.devai_record_usage(p_entries jsonb) returns jsonb
language plpgsql set search_path = '' as $$
begin
  insert into public.devai_usage (at, operation, model, input_tokens, output_tokens, session_id, job_id)
  select public.devai__now(), e.operation, e.model, e.input_tokens, e.output_tokens, e.session_id, e.job_id
  from jsonb_to_recordset(p_entries) as e(
    operation text, model text, input_tokens integer, output_tokens integer, session_id uuid, job_id uuid);
  return null;
end $$;
