-- Enters calls in the ledger: an array of { operation, model, inputTokens, outputTokens, sessionId, jobId }. Null or an empty array
-- changes nothing. Returns null.
create or replace function public.devai_record_usage(p_entries jsonb) returns jsonb
language plpgsql set search_path = '' as $$
begin
  insert into public.devai_usage (at, operation, model, input_tokens, output_tokens, session_id, job_id)
  select public.devai__now(), e.operation, e.model, e."inputTokens", e."outputTokens", e."sessionId", e."jobId"
  from jsonb_to_recordset(p_entries) as e(
    operation text, model text, "inputTokens" integer, "outputTokens" integer, "sessionId" uuid, "jobId" uuid);
  return null;
end $$;
