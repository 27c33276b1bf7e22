-- Stores messages in the given order, and numbers them from the session's last one on. A message without createdAt gets
-- the store's time. A message whose id is already stored keeps its
-- stored form, so the call can be repeated. Returns the stored messages in the given order, each with `isNew` (whether this call stored
-- it) and `forgotten` (see devai_count_forgotten).
--
-- The messages become due for extraction after p_idle_seconds without another message. Whenever the number above the watermark
-- passes a multiple of p_every (0 = never), the extraction is enqueued at once. A session that had ended is open again; its
-- pending end stays. Raises not_found, invalid_input if an id belongs to another session, and conflict if it is stored with
-- another text, or if the session does not belong to p_of ->> 'project' (p_of null: this is not checked).
--
-- With p_holder the messages begin a turn: the holder leases the session's turn for p_turn_seconds; 0 seconds end the turn. While
-- another holder has the lease, raises session_busy and stores nothing.
--
-- Concurrent calls wait at the session's row, so numbers have no gaps.
create or replace function public.devai_append_messages(
  p_user text, p_session_id uuid, p_of jsonb, p_messages jsonb, p_idle_seconds double precision, p_every integer,
  p_holder text, p_turn_seconds double precision
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_now timestamptz := public.devai__now();
  v_session public.devai_sessions := public.devai__lock_session(p_session_id);
  v_is_elsewhere boolean;
  v_differs boolean;
  v_added uuid[];
  v_tokens bigint;
  v_above integer := v_session.message_count - v_session.extracted_through;
begin
  if p_of is not null then
    perform public.devai__require_project(v_session, p_of ->> 'project');
  end if;
  if p_holder is not null then
    if p_turn_seconds > 0 and v_session.turn_holder <> p_holder and v_session.turn_leased_until > v_now then
      raise exception using errcode = '22DV5', message = 'another process is running a turn in this session';
    end if;
    if p_turn_seconds > 0 then
      v_session.turn_holder := p_holder;
      v_session.turn_leased_until := v_now + make_interval(secs => p_turn_seconds);
    elsif v_session.turn_holder = p_holder then
      v_session.turn_holder := null;
      v_session.turn_leased_until := null;
    end if;
  end if;
  select bool_or(m.session_id <> p_session_id), bool_or(m.content_hash <> given.message ->> 'contentHash') into v_is_elsewhere, v_differs
  from jsonb_array_elements(p_messages) as given(message)
  join public.devai_messages m on m.id = (given.message ->> 'id')::uuid;
  if v_is_elsewhere then
    raise exception using errcode = '22DV1', message = 'a message with this id belongs to another session';
  end if;
  if v_differs then
    raise exception using errcode = '22DV6', message = 'a message with this id is already stored, with another text';
  end if;

  with given as (
    select distinct on (m.id) m.*, e.position
    from jsonb_array_elements(p_messages) with ordinality as e(message, position)
    cross join lateral jsonb_to_record(e.message) as m(
      id uuid, role text, type text, content text, "toolCalls" jsonb, "toolCallId" text, tokens integer,
      "contentHash" text, words text[], pinned boolean, metadata jsonb, "createdAt" timestamptz)
    where not exists (select from public.devai_messages stored where stored.id = m.id)
    order by m.id, e.position
  ), added as (
    insert into public.devai_messages (session_id, number, id, user_id, project, role, type, content, tool_calls, tool_call_id,
      tokens, content_hash, words, pinned, metadata, created_at)
    select p_session_id, v_session.message_count + row_number() over (order by g.position), g.id, v_session.user_id, v_session.project,
      g.role, g.type, g.content, g."toolCalls", g."toolCallId", g.tokens, g."contentHash",
      public.devai__word_vector(g.words), g.pinned, g.metadata, coalesce(g."createdAt", v_now)
    from given g
    returning id, tokens
  )
  select coalesce(array_agg(id), '{}'), coalesce(sum(tokens), 0) into v_added, v_tokens from added;

  if v_added <> '{}' then
    v_session.message_count := v_session.message_count + cardinality(v_added);
    v_session.token_count := v_session.token_count + v_tokens;
    v_session.last_active_at := v_now;
    v_session.ended_at := null;
    v_session.idle_due_at := v_now + make_interval(secs => p_idle_seconds);
    if p_every > 0 and (v_above + cardinality(v_added)) / p_every > v_above / p_every then
      perform public.devai__enqueue_job('extract', p_session_id::text, '{}', v_now);
    end if;
  end if;
  if v_added <> '{}' or p_holder is not null then
    update public.devai_sessions s
    set turn_holder = v_session.turn_holder, turn_leased_until = v_session.turn_leased_until, message_count = v_session.message_count,
      token_count = v_session.token_count, last_active_at = v_session.last_active_at, ended_at = v_session.ended_at,
      idle_due_at = v_session.idle_due_at
    where s.id = p_session_id;
  end if;

  return (
    select coalesce(jsonb_agg(public.devai__message_json(m) || jsonb_build_object(
      'isNew', m.id = any(v_added), 'forgotten', public.devai_count_forgotten()) order by given.position), '[]')
    from jsonb_array_elements(p_messages) with ordinality as given(message, position)
    join public.devai_messages m on m.id = (given.message ->> 'id')::uuid
  );
end $$;
