-- A page of the texts that the store holds of one kind (memory, event, message, session, document, chunk, shared, job, context): { rows,
-- after }. Each row is { key, version, about, texts }: its key, a version that changes with the row, other fields of a message, and the
-- texts by column. Pass `after` to get the next page; it is null at the end. Forgotten memories have no texts. Raises invalid_input.
create or replace function public.devai_list_texts(p_kind text, p_after jsonb, p_limit integer) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_id uuid := coalesce((p_after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000');
  v_rows jsonb;
begin
  if p_limit is null or p_limit not between 1 and 1000 then
    raise exception using errcode = '22DV1', message = 'limit: must be 1 to 1,000';
  end if;
  case p_kind
    when 'memory' then
      select jsonb_agg(jsonb_build_object('key', jsonb_build_object('id', m.id), 'version', m.version, 'texts', jsonb_build_object(
        'content', m.content, 'title', m.title, 'tags', m.tags, 'metadata', m.metadata, 'evidence', m.evidence,
        'invalidated_reason', m.invalidated_reason)) order by m.id)
      into v_rows from (
        select xmin::text as version, * from public.devai_memories where id > v_id order by id limit p_limit) m;
    when 'event' then
      select jsonb_agg(jsonb_build_object('key', jsonb_build_object('id', e.id), 'version', e.version, 'texts', jsonb_build_object(
        'reason', e.reason, 'before', e.before, 'after', e.after)) order by e.id)
      into v_rows from (
        select xmin::text as version, * from public.devai_memory_events
        where id > coalesce((p_after ->> 'id')::bigint, 0) order by id limit p_limit) e;
    when 'message' then
      select jsonb_agg(jsonb_build_object('key', jsonb_build_object('session_id', m.session_id, 'number', m.number),
        'version', m.version, 'about', jsonb_build_object('role', m.role, 'type', m.type, 'tool_call_id', m.tool_call_id),
        'texts', jsonb_build_object('content', m.content, 'tool_calls', m.tool_calls, 'metadata', m.metadata))
        order by m.session_id, m.number)
      into v_rows from (
        select xmin::text as version, * from public.devai_messages
        where (session_id, number) > (coalesce((p_after ->> 'session_id')::uuid, v_id), coalesce((p_after ->> 'number')::integer, 0))
        order by session_id, number limit p_limit) m;
    when 'session' then
      select jsonb_agg(jsonb_build_object('key', jsonb_build_object('id', s.id), 'version', s.version, 'texts', jsonb_build_object(
        'name', s.name, 'summary', s.summary, 'gist', s.gist, 'state', s.state, 'metadata', s.metadata)) order by s.id)
      into v_rows from (
        select xmin::text as version, * from public.devai_sessions where id > v_id order by id limit p_limit) s;
    when 'document' then
      select jsonb_agg(jsonb_build_object('key', jsonb_build_object('id', d.id), 'version', d.version_of_row, 'texts',
        jsonb_build_object('path', d.path, 'title', d.title)) order by d.id)
      into v_rows from (
        select xmin::text as version_of_row, * from public.devai_documents where id > v_id order by id limit p_limit) d;
    when 'chunk' then
      select jsonb_agg(jsonb_build_object('key', jsonb_build_object('id', c.id), 'version', c.version_of_row, 'texts',
        jsonb_build_object('headings', c.headings, 'content', c.content)) order by c.id)
      into v_rows from (
        select xmin::text as version_of_row, * from public.devai_chunks where id > v_id order by id limit p_limit) c;
    when 'shared' then
      select jsonb_agg(jsonb_build_object('key', jsonb_build_object('id', h.id), 'version', h.version, 'texts',
        jsonb_build_object('key', h.key, 'value', h.value)) order by h.id)
      into v_rows from (
        select xmin::text as version, * from public.devai_shared where id > v_id order by id limit p_limit) h;
    when 'job' then
      select jsonb_agg(jsonb_build_object('key', jsonb_build_object('id', j.id), 'version', j.version, 'texts', jsonb_build_object(
        'payload', j.payload, 'result', j.result, 'error', j.error)) order by j.id)
      into v_rows from (
        select xmin::text as version, * from public.devai_jobs where id > v_id order by id limit p_limit) j;
    when 'context' then
      select jsonb_agg(jsonb_build_object('key', jsonb_build_object('session_id', p.session_id, 'hash', p.hash), 'version', p.version,
        'texts', jsonb_build_object('content', p.content::jsonb)) order by p.session_id, p.hash)
      into v_rows from (
        select xmin::text as version, * from public.devai_context_parts
        where (session_id, hash) > (coalesce((p_after ->> 'session_id')::uuid, v_id), coalesce(p_after ->> 'hash', ''))
          and content is not null
        order by session_id, hash limit p_limit) p;
    else
      raise exception using errcode = '22DV1', message = format('kind: there is no kind %s', coalesce(p_kind, 'null'));
  end case;
  return jsonb_build_object('rows', coalesce(v_rows, '[]'),
    'after', case when jsonb_array_length(v_rows) = p_limit then v_rows -> -1 -> 'key' end);
end $$;
