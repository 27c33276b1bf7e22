-- A page of the rows of one kind of a user (p_of_user; null: of the whole store) as plain values, without derived columns: { rows, after }. Pass `after` to get the next
-- page; it is null at the end. The kinds, in the order in which another store can import them (devai_import_rows): tombstone, project,
-- memory (with its history), relation, session, message, topic, document, chunk, shared_tombstone, shared, job, usage. Settings are not exported, because they
-- describe the store itself. Raises invalid_input.
create or replace function public.devai_export_rows(p_kind text, p_after jsonb, p_limit integer, p_of_user text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_id uuid;
  v_number bigint;
  v_rows jsonb;
begin
  if p_limit is null or p_limit not between 1 and 1000 then
    raise exception using errcode = '22DV1', message = 'limit: must be 1 to 1,000';
  end if;
  if p_kind in ('tombstone', 'usage', 'shared') then
    v_number := coalesce((p_after ->> 'id')::bigint, 0);
  elsif p_kind <> 'project' then
    v_id := coalesce((p_after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000');
  end if;

  case p_kind
    when 'tombstone' then
      select jsonb_agg(to_jsonb(page) order by page.id) into v_rows from (
        select * from public.devai_memory_events e
        where e.action = 'forgotten' and e.id > v_number and p_of_user is null order by e.id limit p_limit) page;
    when 'project' then
      select jsonb_agg(to_jsonb(page) order by page.id) into v_rows from (
        select * from public.devai_projects p where p.id > coalesce(p_after ->> 'id', '') and p_of_user is null order by p.id limit p_limit) page;
    when 'memory' then
      v_rows := public.devai__export_memories(v_id, p_limit, p_of_user);
    when 'relation' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('id', page.from_id) order by page.from_id, page.kind, page.to_id)
      into v_rows from (
        select * from public.devai_memory_relations r
        where (r.from_id, r.kind, r.to_id) > (v_id, coalesce(p_after ->> 'kind', ''),
          coalesce((p_after ->> 'to_id')::uuid, '00000000-0000-0000-0000-000000000000'))
          and (p_of_user is null or 2 = (select count(*) from public.devai_memories m
            where m.id in (r.from_id, r.to_id) and public.devai__user_of(m.scope) = p_of_user))
        order by r.from_id, r.kind, r.to_id limit p_limit) page;
    when 'session' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('words', (
          select to_jsonb(public.devai__untag_words(g.words)) from public.devai_gists g where g.session_id = page.id)) order by page.id)
      into v_rows from (
        select * from public.devai_sessions s
        where s.id > v_id and (p_of_user is null or s.user_id = p_of_user) order by s.id limit p_limit) page;
    when 'message' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('words', to_jsonb(tsvector_to_array(page.words)))
        order by page.session_id, page.number)
      into v_rows from (
        select * from public.devai_messages m
        where (m.session_id, m.number) > (coalesce((p_after ->> 'session_id')::uuid, v_id),
          coalesce((p_after ->> 'number')::integer, 0)) and (p_of_user is null or m.user_id = p_of_user)
        order by m.session_id, m.number limit p_limit) page;
    when 'topic' then
      select jsonb_agg(to_jsonb(page) || jsonb_build_object('sessions', coalesce((
          select jsonb_agg(s.session_id order by s.session_id)
          from public.devai_topic_sessions s where s.topic_id = page.id), '[]')) order by page.id)
      into v_rows from (
        select * from public.devai_recent_topics t
        where t.id > v_id and (p_of_user is null or t.user_id = p_of_user) order by t.id limit p_limit) page;
    when 'document' then
      select jsonb_agg(to_jsonb(page) || case when page.project = '' or page.project ^@ '@'
          then jsonb_build_object('project', '', 'user_id', public.devai__owner_of(page.project)) else '{}' end order by page.id)
      into v_rows from (
        select * from public.devai_documents d
        where d.id > v_id and (p_of_user is null or 'document/' || d.project = public.devai__scope_for(p_of_user, 'document/')) order by d.id limit p_limit) page;
    when 'chunk' then
      select jsonb_agg(to_jsonb(page) - '{scope,sketch,embedding,embedding_model,word_count}'::text[]
        || jsonb_build_object('words', to_jsonb(public.devai__untag_words(page.words))) order by page.id)
      into v_rows from (
        select * from public.devai_chunks c
        where c.id > v_id and (p_of_user is null or c.scope = public.devai__scope_for(p_of_user, 'document/')) order by c.id limit p_limit) page;
    when 'shared_tombstone' then
      select jsonb_agg(to_jsonb(page) order by page.id) into v_rows from (
        select * from public.devai_shared_tombstones t where t.id > v_id and p_of_user is null order by t.id limit p_limit) page;
    when 'shared' then
      select jsonb_agg(to_jsonb(page) - 'position' || jsonb_build_object('place', page.position,
        'scope', public.devai__shown_scope(page.scope), 'user_id', public.devai__owner_of(page.scope)) order by page.position) into v_rows from (
        select * from public.devai_shared s
        where s.position > v_number and (p_of_user is null or public.devai__owner_of(s.scope) = p_of_user) order by s.position limit p_limit) page;
    when 'job' then
      -- a job that runs here waits there
      select jsonb_agg(case when page.status = 'running' then to_jsonb(page)
          || '{ "status": "waiting", "leased_by": null, "leased_until": null }' else to_jsonb(page) end order by page.id)
      into v_rows from (
        select * from public.devai_jobs j
        where j.id > v_id and (p_of_user is null or j.user_id = p_of_user) order by j.id limit p_limit) page;
    when 'usage' then
      select jsonb_agg(to_jsonb(page) order by page.id) into v_rows from (
        select * from public.devai_usage u
        where u.id > v_number and (p_of_user is null or u.user_id = p_of_user or (u.user_id is null and exists (
          select from public.devai_sessions s where s.id = u.session_id and s.user_id = p_of_user))) order by u.id limit p_limit) page;
    else
      raise exception using errcode = '22DV1', message = format('kind: there is no kind %s', coalesce(p_kind, 'null'));
  end case;
  return jsonb_build_object('rows', coalesce(v_rows, '[]'), 'after', case
    when coalesce(jsonb_array_length(v_rows), 0) < p_limit then null
    when p_kind = 'message' then jsonb_build_object('session_id', v_rows -> -1 -> 'session_id', 'number', v_rows -> -1 -> 'number')
    when p_kind = 'relation' then (v_rows -> -1) - 'created_at'
    when p_kind = 'shared' then jsonb_build_object('id', v_rows -> -1 -> 'place')
    else jsonb_build_object('id', v_rows -> -1 -> 'id') end);
end $$;
