-- Stores contexts: an array of { id, sessionId, project, turn, step, question, hash, model, tokens, budget, body, at, newTexts: [{ hash,
-- content, mentions }] }. body.texts are the hashes of all texts that a context uses; `newTexts` are those that the caller has not sent
-- before. Idempotent by id. Returns how many were added. Raises not_found for an unknown session, and conflict for one of another
-- project.
--
-- A text that mentions something forgotten is stored without its content. It locks what is mentioned, so that either forgetting waits until
-- it can see the text, or this call sees that it was forgotten.
create or replace function public.devai_keep_contexts(p_user text, p_contexts jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_missing uuid;
  v_mentions text[];
  v_gone text[];
  v_added integer;
begin
  select (c.context ->> 'sessionId')::uuid into v_missing
  from jsonb_array_elements(p_contexts) as c(context)
  where not exists (select from public.devai_sessions s where s.id = (c.context ->> 'sessionId')::uuid and s.user_id = v_user)
  limit 1;
  if found then
    raise exception using errcode = '22DV2', message = format('there is no session %s', v_missing);
  end if;
  perform public.devai__require_project(s, c.context ->> 'project')
  from jsonb_array_elements(p_contexts) as c(context)
  join public.devai_sessions s on s.id = (c.context ->> 'sessionId')::uuid;

  v_mentions := array(
    select distinct m.mention
    from jsonb_array_elements(p_contexts) as c(context)
    cross join lateral jsonb_array_elements(c.context -> 'newTexts') as n(text)
    cross join lateral jsonb_array_elements_text(n.text -> 'mentions') as m(mention));
  perform from public.devai_memories m
  where m.id = any(array(select t.mention::uuid from unnest(v_mentions) as t(mention) where strpos(t.mention, '/') = 0))
  order by m.id for key share;
  perform from public.devai_messages m
  where (m.session_id, m.number) in (
    select split_part(t.mention, '/', 1)::uuid, split_part(t.mention, '/', 2)::integer
    from unnest(v_mentions) as t(mention) where t.mention ~ '^[0-9a-f-]{36}/')
  order by m.session_id, m.number for share;
  v_gone := array(
    select t.mention from unnest(v_mentions) as t(mention)
    where case
      when strpos(t.mention, '/') = 0 then not exists (select from public.devai_memories m where m.id = t.mention::uuid)
      when t.mention ~ '^[0-9a-f-]{36}/' then not exists (
        select from public.devai_messages m
        where m.session_id = split_part(t.mention, '/', 1)::uuid and m.number = split_part(t.mention, '/', 2)::integer
          and not m.marks @> '[{ "kind": "forgotten" }]')
      else false
    end);

  insert into public.devai_contexts (id, session_id, project, turn, step, question, hash, model, tokens, budget, body, created_at)
  select c.id, c."sessionId", c.project, c.turn, c.step, c.question, c.hash, c.model, c.tokens, c.budget, c.body, c.at
  from jsonb_to_recordset(p_contexts) as c(id uuid, "sessionId" uuid, project text, turn uuid, step integer, question integer,
    hash text, model text, tokens integer, budget integer, body jsonb, at timestamptz)
  on conflict do nothing;
  get diagnostics v_added = row_count;

  insert into public.devai_context_parts (session_id, hash, content, mentions, used_at)
  select distinct on (1, 2) (c.context ->> 'sessionId')::uuid, n.text ->> 'hash',
    case when not g.is_gone then n.text ->> 'content' end,
    case when g.is_gone then '{}' else public.devai__text_array('mentions', n.text -> 'mentions') end, (c.context ->> 'at')::timestamptz
  from jsonb_array_elements(p_contexts) as c(context)
  cross join lateral jsonb_array_elements(c.context -> 'newTexts') as n(text)
  cross join lateral (select public.devai__text_array('mentions', n.text -> 'mentions') && v_gone as is_gone) g
  order by 1, 2
  on conflict do nothing;

  update public.devai_context_parts p set used_at = used.at
  from (
    select (c.context ->> 'sessionId')::uuid as session_id, t.hash, max((c.context ->> 'at')::timestamptz) as at
    from jsonb_array_elements(p_contexts) as c(context)
    cross join lateral jsonb_array_elements_text(c.context -> 'body' -> 'texts') as t(hash)
    group by 1, 2
  ) used
  where p.session_id = used.session_id and p.hash = used.hash and p.used_at < used.at - interval '1 day';
  return to_jsonb(v_added);
end $$;
