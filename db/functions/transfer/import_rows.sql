-- Imports a page of devai_export_rows of one kind. Skips rows that exist, so that a second import adds nothing, and rows whose parent does
-- not exist here. Returns { added, known }; known counts the skipped rows. One transaction: if a row is invalid, raises invalid_input
-- and imports none.
--
-- Tombstones prevent the import of what was forgotten elsewhere, and erase shared entries that exist here; the caller forgets memories,
-- messages and sessions before. A shared entry is also skipped if its key has a newer one here, because it would become the newest. Waiting jobs
-- continue here, unless one waits here for the same work.
create or replace function public.devai_import_rows(p_kind text, p_rows jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_added integer;
  v_ids uuid[];
  v_erased bigint[];
begin
  if jsonb_typeof(p_rows) is distinct from 'array' then
    raise exception using errcode = '22DV1', message = 'rows: must be a list';
  end if;
  case p_kind
    when 'tombstone' then
      insert into public.devai_memory_events (memory_id, user_id, at, action, reason, actor_kind, actor_id, before, after)
      select r.memory_id, r.user_id, r.at, 'forgotten', r.reason, r.actor_kind, r.actor_id, null, null
      from jsonb_array_elements(p_rows) as o(row)
      cross join lateral jsonb_populate_record(null::public.devai_memory_events, '{ "user_id": "me" }' || o.row) r
      where not exists (select from public.devai_memories m where m.id = r.memory_id)
        and not exists (select from public.devai_memory_events e where e.memory_id = r.memory_id and e.action = 'forgotten');
      get diagnostics v_added = row_count;
    when 'project' then
      insert into public.devai_projects
      select p.* from jsonb_populate_recordset(null::public.devai_projects, p_rows) p
      on conflict do nothing;
      get diagnostics v_added = row_count;
    when 'memory' then
      v_added := public.devai__import_memories(p_rows);
    when 'relation' then
      insert into public.devai_memory_relations (from_id, kind, to_id, created_at)
      select r.from_id, r.kind, r.to_id, r.created_at
      from jsonb_populate_recordset(null::public.devai_memory_relations, p_rows) r
      join public.devai_memories a on a.id = r.from_id
      join public.devai_memories b on b.id = r.to_id
      where not public.devai__are_two_projects(a.scope, b.scope)
      on conflict do nothing;
      get diagnostics v_added = row_count;
    when 'session' then
      with added as (
        insert into public.devai_sessions
        select s.* from jsonb_array_elements(p_rows) as r(row)
        -- nobody runs a turn here
        cross join lateral jsonb_populate_record(null::public.devai_sessions, '{ "choices": {}, "user_id": "me" }' || r.row
          || '{ "turn_holder": null, "turn_leased_until": null }') s
        where not exists (select from public.devai_memory_events e where e.memory_id = s.id and e.action = 'forgotten' and e.at >= s.created_at)
          and not public.devai__was_erased(s.user_id, s.created_at)
        on conflict do nothing
        returning id
      )
      select array_agg(id) into v_ids from added;
      v_added := coalesce(cardinality(v_ids), 0);
      perform public.devai__index_gist((r.row ->> 'id')::uuid, r.row -> 'words')
      from jsonb_array_elements(p_rows) as r(row)
      where (r.row ->> 'id')::uuid = any(v_ids) and r.row ->> 'gist' is not null;
    when 'message' then
      v_added := public.devai__import_messages(p_rows);
    when 'topic' then
      v_added := public.devai__import_topics(p_rows);
    when 'document' then
      insert into public.devai_documents
      select d.* from jsonb_array_elements(p_rows) as r(row)
      cross join lateral jsonb_populate_record(null::public.devai_documents, case when r.row ->> 'project' = '' then r.row || jsonb_build_object(
        'project', substr(public.devai__scope_for(coalesce(r.row ->> 'user_id', 'me'), 'document/'), length('document/') + 1)) else r.row end) d
      where not (r.row ->> 'project' = '' and public.devai__was_erased(r.row ->> 'user_id', d.created_at))
      on conflict do nothing;
      get diagnostics v_added = row_count;
    when 'chunk' then
      -- without a vector, because the store may have another embedder
      insert into public.devai_chunks (id, document_id, version, number, scope, headings, content, content_hash, first_line, last_line,
        tokens, words, word_count, created_at)
      select c.id, c.document_id, c.version, c.number, 'document/' || d.project, c.headings, c.content, c.content_hash, c.first_line,
        c.last_line, c.tokens, public.devai__tag_words('document/' || d.project, c.words), greatest(cardinality(c.words), 1), c.created_at
      from jsonb_to_recordset(p_rows) as c(id uuid, document_id uuid, version integer, number integer, headings text[], content text,
        content_hash text, first_line integer, last_line integer, tokens integer, words text[], created_at timestamptz)
      join public.devai_documents d on d.id = c.document_id
      on conflict do nothing;
      get diagnostics v_added = row_count;
    when 'shared_tombstone' then
      v_added := (
        select count(*) from jsonb_populate_recordset(null::public.devai_shared_tombstones, p_rows) t
        where not exists (select from public.devai_shared_tombstones known where known.id = t.id));
      v_erased := public.devai__erase_shared(array(
        select s.position from public.devai_shared s
        where s.id in (select (r.row ->> 'id')::uuid from jsonb_array_elements(p_rows) as r(row))), '{}', '{}');
      perform public.devai__erase_from_contexts(array(select 'shared/' || p.position from unnest(v_erased) as p(position)));
      insert into public.devai_shared_tombstones
      select t.* from jsonb_populate_recordset(null::public.devai_shared_tombstones, p_rows) t
      on conflict do nothing;
    when 'shared' then
      insert into public.devai_shared (id, position, scope, key, value, agent, session_id, expires_at, created_at)
      select r.id, public.devai__next_position(), r.scope, r.key, r.value, r.agent, r.session_id, r.expires_at, r.created_at
      from (
        -- the value from the row itself, because a null of JSON would become one of SQL
        select s.id, s.scope, s.key, o.row -> 'value' as value, s.agent, s.session_id, s.expires_at, s.created_at
        from jsonb_array_elements(p_rows) with ordinality as o(row, place)
        cross join lateral jsonb_populate_record(null::public.devai_shared, o.row || jsonb_build_object(
          'scope', public.devai__shared_for(coalesce(o.row ->> 'user_id', 'me'), o.row ->> 'scope'))) s
        where not public.devai__was_erased(o.row ->> 'user_id', s.created_at) and not exists (
            select from public.devai_shared known
            where known.id = s.id or (known.scope = s.scope and known.key = s.key and known.created_at > s.created_at))
          and not exists (select from public.devai_shared_tombstones t where t.id = s.id)
        order by o.place
      ) r;
      get diagnostics v_added = row_count;
    when 'job' then
      insert into public.devai_jobs
      select j.* from jsonb_array_elements(p_rows) as r(row)
      cross join lateral jsonb_populate_record(null::public.devai_jobs, '{ "user_id": "me" }' || r.row) j
      where j.status <> 'running' and not public.devai__was_erased(j.user_id, j.created_at)
      on conflict do nothing;
      get diagnostics v_added = row_count;
    when 'usage' then
      v_added := public.devai__import_usage(p_rows);
    else
      raise exception using errcode = '22DV1', message = format('kind: there is no kind %s', coalesce(p_kind, 'null'));
  end case;
  return jsonb_build_object('added', v_added, 'known', jsonb_array_length(p_rows) - v_added);
end $$;
