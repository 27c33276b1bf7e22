-- The memories that have one of some messages (p_places: [{ sessionId, messages: [number] }]) as evidence.
create or replace function public.devai__citing(p_places jsonb) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select distinct m.id
    from jsonb_array_elements(p_places) as p(place)
    join public.devai_memories m on m.evidence @> jsonb_build_array(p.place)
    order by 1);
end $$;
