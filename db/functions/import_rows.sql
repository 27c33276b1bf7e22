-- Takes a page of devai_export_rows of one kind. What is there already is left alone, so that taking it twice adds nothing, and so is what belongs
-- to nothing that is here. Returns { added, known }: how many were taken, and how many left alone. One transaction: a row that cannot be
-- taken raises invalid_input, and none is.
create or replace function public.devai_import_rows(p_kind text, p_rows jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_added integer;
begin
  if jsonb_typeof(p_rows) is distinct from 'array' then
    raise exception using errcode = '22DV1', message = 'rows: need to be a list';
  end if;
  v_added := case p_kind
    when 'tombstone' then public.devai_import_tombstones(p_rows)
    when 'memory' then public.devai_import_memories(p_rows)
    when 'relation' then public.devai_import_relations(p_rows)
    when 'session' then public.devai_import_sessions(p_rows)
    when 'message' then public.devai_import_messages(p_rows)
    when 'topic' then public.devai_import_topics(p_rows)
    when 'job' then public.devai_import_jobs(p_rows)
    when 'usage' then public.devai_import_usage(p_rows)
  end;
  if v_added is null then
    raise exception using errcode = '22DV1', message = format('kind: %s is none', coalesce(p_kind, 'null'));
  end if;
  return jsonb_build_object('added', v_added, 'known', jsonb_array_length(p_rows) - v_added);
end $$;
