-- Converts a JSON list of texts to an array. Raises invalid_input, naming the field, if the value is not such a list.
create or replace function public.devai__text_array(p_field text, p_texts jsonb) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(p_texts) is distinct from 'array' or p_texts @? '$[*] ? (@.type() != "string")' then
    raise exception using errcode = '22DV1',
      message = p_field || case when p_texts is null then ': is missing' else ': must be a list of texts' end;
  end if;
  return array(select jsonb_array_elements_text(p_texts));
end $$;
