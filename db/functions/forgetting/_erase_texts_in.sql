-- A jsonb with devai__erase_text applied to every text in it, with p_keys also to its keys, which are a host's own. An id stays: a part of
-- one is no text.
create or replace function public.devai__erase_texts_in(p_value jsonb, p_texts text[], p_keys boolean) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return case jsonb_typeof(p_value)
    when 'string' then case
      when p_value #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and p_value #>> '{}' <> all (p_texts) then p_value
      else to_jsonb(public.devai__erase_text(p_value #>> '{}', p_texts)) end
    when 'array' then (
      select coalesce(jsonb_agg(public.devai__erase_texts_in(e.item, p_texts, p_keys) order by e.position), '[]')
      from jsonb_array_elements(p_value) with ordinality as e(item, position))
    when 'object' then (
      select coalesce(jsonb_object_agg(case when p_keys then public.devai__erase_text(e.key, p_texts) else e.key end,
        public.devai__erase_texts_in(e.value, p_texts, p_keys)), '{}')
      from jsonb_each(p_value) as e)
    else p_value
  end;
end $$;
