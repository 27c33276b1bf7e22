-- What to look for with `like any` where devai__erase_text may find one of the texts. What is looked through holds each text in quotes, or as
-- jsonb, in which it is escaped.
create or replace function public.devai__text_patterns(p_texts text[]) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(
    select distinct case when char_length(t.text) < 4 then '%"' || f.form || '"%' else '%' || f.form || '%' end
    from unnest(p_texts) as t(text)
    cross join lateral (values (t.text), (substr(to_jsonb(t.text)::text, 2, length(to_jsonb(t.text)::text) - 2))) as plain(form)
    cross join lateral (select regexp_replace(plain.form, '[\\%_]', '\\\&', 'g')) as f(form));
end $$;
