-- Evidence with devai__erase_text applied to what it quotes; where it is from stays.
create or replace function public.devai__erase_from_evidence(p_evidence jsonb, p_texts text[]) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(case
      when jsonb_typeof(e.item -> 'quote') = 'string'
        then jsonb_set(e.item, '{quote}', to_jsonb(public.devai__erase_text(e.item ->> 'quote', p_texts)))
      else e.item end order by e.position), '[]')
    from jsonb_array_elements(p_evidence) with ordinality as e(item, position));
end $$;
