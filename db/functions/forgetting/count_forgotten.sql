-- The number of memories that were ever forgotten in this store and in the stores that were imported into it. A process that
-- caches texts reads them again when this number changes.
create or replace function public.devai_count_forgotten() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select to_jsonb(count(*)) from public.devai_memory_events e where e.action = 'forgotten');
end $$;
