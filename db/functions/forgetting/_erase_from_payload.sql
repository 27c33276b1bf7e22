-- The payload of a job without texts: candidates that say one go, in the others it is blanked.
create or replace function public.devai__erase_from_payload(p_payload jsonb, p_texts text[]) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return case when jsonb_typeof(p_payload -> 'candidates') is distinct from 'array' then p_payload else
    jsonb_set(p_payload, '{candidates}', (
      select coalesce(jsonb_agg(public.devai__erase_from_statement(c.candidate, p_texts) order by c.position), '[]')
      from jsonb_array_elements(p_payload -> 'candidates') with ordinality as c(candidate, position)
      where public.devai__erase_text(c.candidate ->> 'content', p_texts) is not distinct from c.candidate ->> 'content')) end;
end $$;
