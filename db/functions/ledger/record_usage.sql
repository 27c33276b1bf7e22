-- Enters calls in the ledger: an array of { operation, model, inputTokens, outputTokens, sessionId, jobId, user }. Without a user a call is
-- that of the session's user, or of the job's, unless the job is for a project or the store. Null or an empty array changes nothing.
-- Returns null.
create or replace function public.devai_record_usage(p_entries jsonb) returns jsonb
language plpgsql set search_path = '' as $$
begin
  insert into public.devai_usage (at, operation, model, input_tokens, output_tokens, session_id, job_id, user_id)
  select public.devai__now(), e.operation, e.model, e."inputTokens", e."outputTokens", e."sessionId", e."jobId",
    coalesce(e."user",
      (select s.user_id from public.devai_sessions s where s.id = e."sessionId"),
      (select j.user_id from public.devai_jobs j where j.id = e."jobId" and j.kind in ('extract', 'deduplicate')))
  from jsonb_to_recordset(p_entries) as e(
    operation text, model text, "inputTokens" integer, "outputTokens" integer, "sessionId" uuid, "jobId" uuid, "user" text);
  return null;
end $$;
