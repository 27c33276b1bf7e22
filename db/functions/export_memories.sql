-- Whole rows as plain values (vector and words included, nothing that is derived), by id after p_after: what devai_import_memories takes.
create or replace function public.devai_export_memories(p_after uuid, p_limit integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(
      (to_jsonb(page) - array['sketch', 'scope', 'fades_at', 'words', 'embedding'])
      || jsonb_build_object(
        'words', to_jsonb(public.devai_plain_words(page.words)),
        'vector', (page.embedding::text)::jsonb)
      order by page.id), '[]')
    from (
      select m.* from public.devai_memories m
      where p_after is null or m.id > p_after
      order by m.id
      limit p_limit
    ) page
  );
end $$;
