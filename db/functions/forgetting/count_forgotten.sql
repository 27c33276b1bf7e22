-- How many memories were forgotten in this store, and in those that it was filled from. Who keeps texts outside of the store reads them
-- anew when the number is another. A number.
create or replace function public.devai_count_forgotten() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select to_jsonb(count(*)) from public.devai_memory_events e where e.action = 'forgotten');
end $$;
