-- Sets a setting unless it is set. Returns its value: all concurrent callers get that of the first.
create or replace function public.devai_claim_setting(p_key text, p_value jsonb) returns jsonb
language plpgsql set search_path = '' as $$
begin
  insert into public.devai_settings (key, value, updated_at)
  values (p_key, coalesce(p_value, 'null'), public.devai__now())
  on conflict (key) do nothing;
  return (select s.value from public.devai_settings s where s.key = p_key);
end $$;
