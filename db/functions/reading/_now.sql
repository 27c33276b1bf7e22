-- The present, to the millisecond (what a JavaScript Date can hold, so that a time read and given back is the same):
-- the setting devai.now where a test set it, else the clock. Every function takes time from here.
create or replace function public.devai__now() returns timestamptz
language plpgsql volatile set search_path = '' as $$
begin
  return date_trunc('milliseconds',
    coalesce(nullif(current_setting('devai.now', true), '')::timestamptz, clock_timestamp()));
end $$;
