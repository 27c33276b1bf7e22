-- Raises invalid_input that names the field when something of a statement (snake case; a candidate, an imported row, a patch)
-- cannot be stored. The fields in `p_required` must be there, the others are checked when they are. The table's own checks say
-- the same; but not every way in lets their errors through.
create or replace function public.devai__check_statement(p_statement jsonb, p_required text[]) returns void
language plpgsql immutable set search_path = '' as $$
declare
  v_field text;
  v_allowed jsonb;
begin
  foreach v_field in array p_required loop
    if coalesce(jsonb_typeof(p_statement -> v_field), 'null') = 'null' then
      perform public.devai__raise_invalid_field(v_field, 'is missing');
    end if;
  end loop;
  if p_statement ? 'content' and coalesce(char_length(p_statement ->> 'content') not between 1 and 2000, true) then
    perform public.devai__raise_invalid_field('content', 'needs 1 to 2,000 characters');
  end if;
  if char_length(p_statement ->> 'title') not between 1 and 200 then
    perform public.devai__raise_invalid_field('title', 'needs 1 to 200 characters, or none at all');
  end if;
  if p_statement ? 'namespace' and (p_statement ->> 'namespace' !~ '^devai/(global|user|project/[^/]+)(/[^/]+)*$'
    or char_length(p_statement ->> 'namespace') > 200)
  then
    perform public.devai__raise_invalid_field('namespace',
      'needs to be devai/global, devai/user or devai/project/<name>, or lie under it, in at most 200 characters');
  end if;
  for v_field, v_allowed in select e.key, e.value from jsonb_each('{
    "memory_type": ["semantic", "episodic", "procedural"],
    "category": ["decision", "plan", "architecture", "component", "task", "code_knowledge", "preference", "other"],
    "priority": ["highest", "high", "medium", "low"],
    "source": ["user_stated", "error_resolution", "pattern", "discovery", "compaction", "consolidation", "import"],
    "trust": ["user", "agent", "tool"]
  }') as e loop
    if p_statement ? v_field and not v_allowed @> (p_statement -> v_field) then
      perform public.devai__raise_invalid_field(v_field, format('cannot be %s', p_statement -> v_field));
    end if;
  end loop;
  if p_statement ? 'importance' and (jsonb_typeof(p_statement -> 'importance') <> 'number'
    or (p_statement ->> 'importance')::numeric not between 1 and 10
    or (p_statement ->> 'importance')::numeric % 1 <> 0)
  then
    perform public.devai__raise_invalid_field('importance', 'needs to be a whole number from 1 to 10');
  end if;
  foreach v_field in array array['tags', 'words'] loop
    if jsonb_path_exists(p_statement, format('strict $.%s ? (@.type() != "array")', v_field)::jsonpath, silent => true)
      or jsonb_path_exists(p_statement, format('strict $.%s[*] ? (@.type() != "string")', v_field)::jsonpath, silent => true)
    then
      perform public.devai__raise_invalid_field(v_field, 'needs to be a list of texts');
    end if;
  end loop;
  if p_statement ? 'metadata' and jsonb_typeof(p_statement -> 'metadata') not in ('object', 'null') then
    perform public.devai__raise_invalid_field('metadata', 'needs to be an object');
  end if;
  perform public.devai__check_evidence(p_statement -> 'evidence');
  if p_statement ->> 'vector' is not null then
    if p_statement ->> 'embedding_model' is null then
      perform public.devai__raise_invalid_field('embedding_model', 'a vector needs the embedder that made it');
    end if;
    perform public.devai__check_vector((p_statement ->> 'vector')::extensions.vector);
  end if;
end $$;
