-- internal
-- Whether devai_erase_texts_in would change a jsonb. Looks at its text form first, in which a text is escaped as to_jsonb escapes it.
create or replace function public.devai_holds_text(p_value jsonb, p_texts text[]) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  v_text text;
  v_value text := p_value::text;
begin
  foreach v_text in array p_texts loop
    if strpos(v_value, substr(to_jsonb(v_text)::text, 2, length(to_jsonb(v_text)::text) - 2)) > 0 then
      return public.devai_erase_texts_in(p_value, p_texts) <> p_value;
    end if;
  end loop;
  return false;
end $$;
