-- internal
-- A jsonb with devai_erase_text applied to every text in it, keys included.
create or replace function public.devai_erase_texts_in(p_value jsonb, p_texts text[]) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return case jsonb_typeof(p_value)
    when 'string' then to_jsonb(public.devai_erase_text(p_value #>> '{}', p_texts))
    when 'array' then (
      select coalesce(jsonb_agg(public.devai_erase_texts_in(e.item, p_texts) order by e.position), '[]')
      from jsonb_array_elements(p_value) with ordinality as e(item, position))
    when 'object' then (
      select coalesce(jsonb_object_agg(public.devai_erase_text(e.key, p_texts), public.devai_erase_texts_in(e.value, p_texts)), '{}')
      from jsonb_each(p_value) as e)
    else p_value
  end;
end $$;
