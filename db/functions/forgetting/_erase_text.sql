-- A text without others: each place where one of them stands becomes [forgotten], unless it is a part of a longer word there ("port 80" does
-- not stand in "port 8080"). One of fewer than 4 characters, which may be a word of anything, only where it stands alone.
create or replace function public.devai__erase_text(p_text text, p_texts text[]) returns text
language plpgsql immutable set search_path = '' as $$
declare
  -- letters and figures of scripts that put spaces between words
  c_letter constant text := '[0-9A-Za-z\u00aa-\u024f\u0370-\u052f]';
  v_text text;
begin
  foreach v_text in array p_texts loop
    p_text := case
      when p_text = v_text then '[forgotten]'
      when char_length(v_text) < 4 or strpos(p_text, v_text) = 0 then p_text
      else regexp_replace(p_text,
        -- the letter of an escape (as in \n) is none of a word
        case when v_text ~ ('^' || c_letter) then format('(?:(?<!%s)|(?<=\\[bfnrt]))', c_letter) else '' end
          || regexp_replace(v_text, '[][\\^$.|?*+(){}-]', '\\\&', 'g')
          || case when v_text ~ (c_letter || '$') then format('(?!%s)', c_letter) else '' end,
        '[forgotten]', 'g')
    end;
  end loop;
  return p_text;
end $$;
