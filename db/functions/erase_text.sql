-- internal
-- A text without others: each place where one of them stands becomes [forgotten]. One of fewer than 4 characters, which may be a part
-- of anything, only where it stands alone.
create or replace function public.devai_erase_text(p_text text, p_texts text[]) returns text
language plpgsql immutable set search_path = '' as $$
declare
  v_text text;
begin
  foreach v_text in array p_texts loop
    p_text := case
      when char_length(v_text) >= 4 then replace(p_text, v_text, '[forgotten]')
      when p_text = v_text then '[forgotten]'
      else p_text
    end;
  end loop;
  return p_text;
end $$;
