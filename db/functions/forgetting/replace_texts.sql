-- Replaces texts listed by devai_list_texts in rows that have not changed since. Each row is { key, version, texts (only those that
-- change, by column) } with the values derived from them: contentHash, words, tokens, summaryHash. Returns { replaced, left }:
-- left counts the rows that changed meanwhile or are held by a worker. One transaction. Raises invalid_input.
create or replace function public.devai_replace_texts(p_kind text, p_rows jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_replaced integer := 0;
begin
  case p_kind
    when 'memory' then
      v_replaced := public.devai__replace_memory_texts(p_rows);
    when 'event' then
      update public.devai_memory_events e
      set reason = coalesce(r.one -> 'texts' ->> 'reason', e.reason),
        before = coalesce(r.one -> 'texts' -> 'before', e.before), after = coalesce(r.one -> 'texts' -> 'after', e.after)
      from jsonb_array_elements(p_rows) as r(one)
      where e.id = (r.one -> 'key' ->> 'id')::bigint and e.xmin::text = r.one ->> 'version';
      get diagnostics v_replaced = row_count;
    when 'message' then
      update public.devai_messages m
      set content = coalesce(r.one -> 'texts' ->> 'content', m.content),
        tool_calls = coalesce(r.one -> 'texts' -> 'tool_calls', m.tool_calls),
        metadata = coalesce(r.one -> 'texts' -> 'metadata', m.metadata),
        -- parts of marks are positions, which change with the text
        marks = case when r.one -> 'texts' ? 'content' then public.devai__widen_marks(m.marks) else m.marks end,
        content_hash = r.one ->> 'contentHash', tokens = (r.one ->> 'tokens')::integer,
        words = public.devai__word_vector(public.devai__text_array('words', r.one -> 'words'))
      from jsonb_array_elements(p_rows) as r(one)
      where m.session_id = (r.one -> 'key' ->> 'session_id')::uuid and m.number = (r.one -> 'key' ->> 'number')::integer
        and m.xmin::text = r.one ->> 'version';
      get diagnostics v_replaced = row_count;
    when 'session' then
      update public.devai_sessions s
      set name = coalesce(r.one -> 'texts' ->> 'name', s.name),
        summary = coalesce(r.one -> 'texts' ->> 'summary', s.summary),
        summary_hash = coalesce(r.one ->> 'summaryHash', s.summary_hash), gist = coalesce(r.one -> 'texts' ->> 'gist', s.gist),
        state = coalesce(r.one -> 'texts' -> 'state', s.state), metadata = coalesce(r.one -> 'texts' -> 'metadata', s.metadata)
      from jsonb_array_elements(p_rows) as r(one)
      where s.id = (r.one -> 'key' ->> 'id')::uuid and s.xmin::text = r.one ->> 'version';
      get diagnostics v_replaced = row_count;
      perform public.devai__index_gist(s.id, r.one -> 'words')
      from jsonb_array_elements(p_rows) as r(one)
      join public.devai_sessions s on s.id = (r.one -> 'key' ->> 'id')::uuid and s.gist = r.one -> 'texts' ->> 'gist';
    when 'document' then
      update public.devai_documents d
      set path = coalesce(r.one -> 'texts' ->> 'path', d.path), title = coalesce(r.one -> 'texts' ->> 'title', d.title)
      from jsonb_array_elements(p_rows) as r(one)
      where d.id = (r.one -> 'key' ->> 'id')::uuid and d.xmin::text = r.one ->> 'version';
      get diagnostics v_replaced = row_count;
    when 'chunk' then
      update public.devai_chunks c
      set content = coalesce(r.one -> 'texts' ->> 'content', c.content),
        headings = case when r.one -> 'texts' ? 'headings'
          then public.devai__text_array('headings', r.one -> 'texts' -> 'headings') else c.headings end,
        content_hash = r.one ->> 'contentHash', words = public.devai__tag_words(c.scope, public.devai__text_array('words', r.one -> 'words')),
        embedding = null, embedding_model = null
      from jsonb_array_elements(p_rows) as r(one)
      where c.id = (r.one -> 'key' ->> 'id')::uuid and c.xmin::text = r.one ->> 'version';
      get diagnostics v_replaced = row_count;
    when 'shared' then
      update public.devai_shared h
      set key = coalesce(left(r.one -> 'texts' ->> 'key', 200), h.key), value = coalesce(r.one -> 'texts' -> 'value', h.value)
      from jsonb_array_elements(p_rows) as r(one)
      where h.id = (r.one -> 'key' ->> 'id')::uuid and h.xmin::text = r.one ->> 'version';
      get diagnostics v_replaced = row_count;
    when 'job' then
      -- a running job has already read the texts
      update public.devai_jobs j
      set payload = coalesce(r.one -> 'texts' -> 'payload', j.payload), result = coalesce(r.one -> 'texts' -> 'result', j.result),
        error = coalesce(r.one -> 'texts' ->> 'error', j.error)
      from jsonb_array_elements(p_rows) as r(one)
      where j.id = (r.one -> 'key' ->> 'id')::uuid and j.status <> 'running'
        and j.xmin::text = r.one ->> 'version';
      get diagnostics v_replaced = row_count;
    when 'context' then
      update public.devai_context_parts p
      set content = (r.one -> 'texts' -> 'content')::text
      from jsonb_array_elements(p_rows) as r(one)
      where p.session_id = (r.one -> 'key' ->> 'session_id')::uuid and p.hash = r.one -> 'key' ->> 'hash'
        and p.xmin::text = r.one ->> 'version';
      get diagnostics v_replaced = row_count;
    else
      raise exception using errcode = '22DV1', message = format('kind: there is no kind %s', coalesce(p_kind, 'null'));
  end case;
  return jsonb_build_object('replaced', v_replaced, 'left', jsonb_array_length(p_rows) - v_replaced);
end $$;
