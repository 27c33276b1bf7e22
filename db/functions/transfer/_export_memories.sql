-- Complete memories of a user's branch (null: all) (with vector, words and history) by id after p_after, as an array.
create or replace function public.devai__export_memories(p_after uuid, p_limit integer, p_of_user text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(
      (to_jsonb(page) - array['sketch', 'scope', 'fades_at', 'words', 'embedding'])
      || case when public.devai__user_of(page.scope) is not null then jsonb_build_object('namespace', public.devai__shown_scope(page.namespace),
        'user_id', public.devai__owner_of(page.scope)) else '{}' end
      || jsonb_build_object(
        'words', to_jsonb(public.devai__untag_words(page.words)),
        'vector', (page.embedding::text)::jsonb,
        'history', (
          select coalesce(jsonb_agg(to_jsonb(e) - array['id', 'memory_id'] order by e.id), '[]')
          from public.devai_memory_events e where e.memory_id = page.id))
      order by page.id), '[]')
    from (
      select m.* from public.devai_memories m
      where m.id > p_after and (p_of_user is null or public.devai__user_of(m.scope) = p_of_user)
      order by m.id
      limit p_limit
    ) page
  );
end $$;
