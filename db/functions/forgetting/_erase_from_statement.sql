-- A memory as events keep it, or a candidate as a job does, with devai__erase_text applied to what somebody wrote of it. What else it
-- is (ids, dates, kinds) stays whatever the texts are.
create or replace function public.devai__erase_from_statement(p_statement jsonb, p_texts text[]) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return case when jsonb_typeof(p_statement) is distinct from 'object' then p_statement else (
    select coalesce(jsonb_object_agg(e.key, case e.key
      when 'content' then public.devai__erase_texts_in(e.value, p_texts, false)
      when 'title' then public.devai__erase_texts_in(e.value, p_texts, false)
      when 'tags' then public.devai__erase_texts_in(e.value, p_texts, false)
      when 'invalidated_reason' then public.devai__erase_texts_in(e.value, p_texts, false)
      when 'metadata' then public.devai__erase_texts_in(e.value, p_texts, true)
      when 'evidence' then case when jsonb_typeof(e.value) = 'array'
        then public.devai__erase_from_evidence(e.value, p_texts) else e.value end
      else e.value end), '{}')
    from jsonb_each(p_statement) as e) end;
end $$;
