-- A list of candidates with their namespaces in the stored form (devai__filed_namespace).
create or replace function public.devai__filed_namespaces(p_candidates jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(case when c.candidate ->> 'namespace' is null then c.candidate
      else c.candidate || jsonb_build_object('namespace', public.devai__filed_namespace(c.candidate ->> 'namespace')) end order by c.place), '[]')
    from jsonb_array_elements(p_candidates) with ordinality as c(candidate, place));
end $$;
