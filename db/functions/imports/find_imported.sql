-- What the store has of statements of an import ([{ id, namespace, contentHash }], whose ids follow from where they come from), in their
-- order: `stored` under the id; `undone` or `changed`: it was stored, and is no longer valid because its import was undone, or for another
-- reason; `forgotten`; `known`: another valid memory of the scope has the text; or `new`.
create or replace function public.devai_find_imported(p_user text, p_statements jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  return (
    select coalesce(jsonb_agg(case
        when m.is_valid then 'stored'
        when m.invalidated_reason ~ '^(import|job) [0-9a-f-]+ was undone: ' then 'undone'
        when m.id is not null then 'changed'
        when exists (select from public.devai_memory_events e where e.memory_id = s.id and e.action = 'forgotten') then 'forgotten'
        when exists (select from public.devai_memories k where k.scope = s.scope and k.content_hash = s.content_hash and k.is_valid)
          then 'known'
        else 'new' end order by s.place), '[]')
    from (
      select g.place, (g.one ->> 'id')::uuid as id, g.one ->> 'contentHash' as content_hash,
        public.devai__scope_of(public.devai__filed_namespace(g.one ->> 'namespace')) as scope
      from jsonb_array_elements(p_statements) with ordinality as g(one, place)) as s
    left join public.devai_memories m on m.id = s.id);
end $$;
