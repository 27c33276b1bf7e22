-- Sets a setting. Returns the value. Of concurrent calls the last one wins.
create or replace function public.devai_set_setting(p_key text, p_value jsonb) returns jsonb
language plpgsql set search_path = '' as $$
begin
  insert into public.devai_settings (key, value, updated_at)
  values (p_key, coalesce(p_value, 'null'), public.devai__now())
  on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at;
  return p_value;
end $$;
