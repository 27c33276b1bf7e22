-- Tokens, in and out, that the ledger holds of today (UTC), of all processes. A number. What a running job used is entered at its end.
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
