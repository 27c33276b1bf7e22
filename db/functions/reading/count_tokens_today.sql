-- Tokens, in and out, in today's ledger (UTC), of all processes, as a number. A running job's usage is entered when it ends.
create or replace function public.devai_count_tokens_today() returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  -- a constant of the query: then it reads the index from there on
  v_today timestamptz := date_trunc('day', public.devai__now(), 'UTC');
begin
  return (
    select to_jsonb(coalesce(sum(u.input_tokens::bigint + u.output_tokens), 0))
    from public.devai_usage u
    where u.at >= v_today
  );
end $$;
