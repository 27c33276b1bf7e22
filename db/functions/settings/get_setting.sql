-- The value of a setting; null if it is not set.
create or replace function public.devai_get_setting(p_key text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select s.value from public.devai_settings s where s.key = p_key);
end $$;
