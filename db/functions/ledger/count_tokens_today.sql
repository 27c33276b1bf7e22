-- Input and output tokens in today's ledger (UTC), of all processes, as a number. The usage of a running job is entered when it ends.
create or replace function public.devai_count_tokens_today() returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  -- a constant, so that the query reads the index from this day on
  v_today timestamptz := date_trunc('day', public.devai__now(), 'UTC');
begin
  return (
    select to_jsonb(coalesce(sum(u.input_tokens::bigint + u.output_tokens), 0))
    from public.devai_usage u
    where u.at >= v_today
  );
end $$;
