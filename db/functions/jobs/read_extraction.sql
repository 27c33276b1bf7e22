-- Reads what an extraction needs, all of one moment: { session, context, messages }: the session (null if there is none), its
-- last p_context messages up to the watermark, and its first p_limit above it, each by number.
create or replace function public.devai_read_extraction(p_session_id uuid, p_context integer, p_limit integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'session', case when s.id is not null then public.devai__session_json(s) end,
      'context', (
        select coalesce(jsonb_agg(public.devai__message_json(m) order by m.number), '[]')
        from public.devai_messages m
        where m.session_id = s.id and m.number > s.extracted_through - p_context and m.number <= s.extracted_through),
      'messages', public.devai_list_messages(s.id, s.extracted_through, p_limit, false))
    from (select) as always
    left join public.devai_sessions s on s.id = p_session_id
  );
end $$;
