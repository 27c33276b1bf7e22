-- The ids of these sessions that exist, in no order, as an array.
create or replace function public.devai_known_sessions(p_user text, p_ids uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  return (select coalesce(jsonb_agg(s.id), '[]') from public.devai_sessions s where s.id = any(p_ids) and s.user_id = v_user);
end $$;
