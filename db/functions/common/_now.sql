-- The present, to the millisecond (the precision of a JavaScript Date, so that a time survives a round trip): the setting devai.now if
-- a test set it, else the clock. Every function takes the time from here.
create or replace function public.devai__now() returns timestamptz
language plpgsql volatile set search_path = '' as $$
begin
  return date_trunc('milliseconds',
    coalesce(nullif(current_setting('devai.now', true), '')::timestamptz, clock_timestamp()));
end $$;
