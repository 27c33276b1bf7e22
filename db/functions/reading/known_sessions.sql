-- The ids of these sessions that exist, in no order, as an array.
create or replace function public.devai_known_sessions(p_ids uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(s.id), '[]') from public.devai_sessions s where s.id = any(p_ids));
end $$;
