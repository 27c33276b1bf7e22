-- Raises invalid_input when a row that comes from another store cannot be taken: what devai__check_statement says, and what only
-- whole rows have.
create or replace function public.devai__check_imported(p_row jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  perform public.devai__check_statement(p_row, array['id', 'content', 'content_hash', 'words', 'memory_type', 'category',
    'namespace', 'priority', 'importance', 'source', 'tags', 'metadata', 'evidence', 'trust', 'strength', 'access_count',
    'last_accessed_at', 'pinned', 'is_valid', 'created_at', 'updated_at']);
  if (p_row ->> 'strength')::numeric not between 0 and 1 then
    perform public.devai__raise_invalid_field('strength', 'needs to be 0 to 1');
  end if;
  if (p_row ->> 'access_count')::numeric not between 0 and 2147483647 then
    perform public.devai__raise_invalid_field('access_count', 'needs to be 0 or more');
  end if;
  if not (p_row ->> 'is_valid')::boolean and p_row ->> 'invalidated_at' is null then
    perform public.devai__raise_invalid_field('invalidated_at', 'is missing in a memory that is not valid');
  end if;
  if coalesce(jsonb_typeof(p_row -> 'history'), 'null') not in ('array', 'null') then
    perform public.devai__raise_invalid_field('history', 'needs to be a list');
  end if;
  if p_row ->> 'trust' = 'tool' and p_row ->> 'priority' = 'highest' then
    perform public.devai__raise_invalid_field('priority', 'what only a tool''s output says cannot be highest');
  end if;
end $$;
