-- Puts an entry at the front of a setting that is an array, and keeps the first p_keep entries; an equal entry moves to the front.
-- Returns the setting. Concurrent calls wait for each other, so no entry is lost.
create or replace function public.devai_push_setting(p_key text, p_entry jsonb, p_keep integer) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_value jsonb;
begin
  insert into public.devai_settings as s (key, value, updated_at)
  values (p_key, jsonb_build_array(p_entry), public.devai__now())
  on conflict (key) do update set
    value = excluded.value || (
      select coalesce(jsonb_agg(kept.entry order by kept.place), '[]')
      from (
        select old.entry, old.place
        from jsonb_array_elements(s.value) with ordinality as old(entry, place)
        where old.entry <> p_entry
        order by old.place
        limit p_keep - 1
      ) kept),
    updated_at = excluded.updated_at
  returning value into v_value;
  return v_value;
end $$;
