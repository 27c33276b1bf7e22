-- Reads the input of an extraction in one snapshot: { session, context, messages, known, documents }.
--   session    null if it does not exist
--   context    its last p_context messages up to the watermark, by number
--   messages   its first p_limit messages above the watermark, by number
--   known      up to 30 memories ({ id, content, category, metadata }) that were in a prompt of the messages above the watermark, the most
--              important first, but last the categories that every prompt shows; never those of another project
--   documents  the 5 chunks of the project's documents with the most words of the user in common, each after its path
create or replace function public.devai_read_extraction(p_user text, p_session_id uuid, p_context integer, p_limit integer) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  return (
    select jsonb_build_object(
      'session', case when s.id is not null then public.devai__session_json(s) end,
      'context', (
        select coalesce(jsonb_agg(public.devai__message_json(m) order by m.number), '[]')
        from public.devai_messages m
        where m.session_id = s.id and m.number > s.extracted_through - p_context and m.number <= s.extracted_through),
      'messages', public.devai_list_messages(p_user, s.id, s.extracted_through, p_limit, false),
      'known', (
        select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'content', k.content, 'category', k.category, 'metadata', k.metadata)), '[]')
        from (
          select n.id, n.content, n.category, n.metadata
          from public.devai_memories n
          where n.is_valid and public.devai__is_readable(n.scope) and (not n.scope ^@ 'devai/project/' or n.scope = 'devai/project/' || s.project) and n.id in (
            select case when r.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then r.id::uuid end
            from public.devai_messages m
            cross join lateral jsonb_array_elements_text(
              case when jsonb_typeof(m.metadata -> 'recalled') = 'array' then m.metadata -> 'recalled' else '[]' end) as r(id)
            where m.session_id = s.id and m.number > s.extracted_through)
          order by n.category in ('profile', 'preference', 'rule'), n.importance desc, n.created_at desc, n.id
          limit 30) as k),
      'documents', case when s.id is null or not exists (
          select from public.devai_documents d where d.project in (public.devai__own_project(), s.project))
        then '[]' else (
          select coalesce(jsonb_agg((c.one -> 'document' ->> 'path') || ': ' || (c.one -> 'chunk' ->> 'content')), '[]')
          from jsonb_array_elements(public.devai_match_chunks(p_user, null, null, array(
            select distinct w from public.devai_messages m cross join unnest(tsvector_to_array(m.words)) as w
            where m.session_id = s.id and m.number > s.extracted_through and m.role = 'user'
            limit 200), array['document/', 'document/' || coalesce(s.project, '')], 5)) as c(one)) end)
    from (select) as always
    left join public.devai_sessions s on s.id = p_session_id and s.user_id = v_user
  );
end $$;
