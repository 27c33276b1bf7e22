-- Imports messages of existing sessions, up to the session's last number: messages that were written here after the copy was made
-- keep their numbers. Messages above the watermark become due for extraction in a minute, unless they are due already, so that a
-- session spread over several pages is read as one. Returns how many were added.
create or replace function public.devai__import_messages(p_rows jsonb) returns integer
language plpgsql set search_path = '' as $$
declare
  v_added integer;
  v_due uuid[];
begin
  with added as (
    insert into public.devai_messages (session_id, number, id, user_id, project, role, type, content, tool_calls, tool_call_id, tokens,
      content_hash, words, pinned, metadata, marks, created_at)
    select m.session_id, m.number, m.id, s.user_id, s.project, m.role, m.type, m.content, m.tool_calls, m.tool_call_id, m.tokens,
      m.content_hash, public.devai__word_vector(array(select jsonb_array_elements_text(r.row -> 'words'))), m.pinned, m.metadata,
      coalesce(m.marks, '[]'), m.created_at
    from jsonb_array_elements(p_rows) as r(row)
    cross join lateral jsonb_populate_record(null::public.devai_messages, r.row - 'words') m
    join public.devai_sessions s on s.id = m.session_id and m.number between 1 and s.message_count
    on conflict do nothing
    returning session_id, number
  )
  select count(*), array_agg(distinct a.session_id) filter (where a.number > s.extracted_through)
  into v_added, v_due
  from added a join public.devai_sessions s on s.id = a.session_id;

  update public.devai_sessions
  set idle_due_at = public.devai__now() + interval '1 minute'
  where id = any(v_due) and idle_due_at is null and end_due_at is null;
  return v_added;
end $$;
