-- Applies one action of a consolidation's plan in one transaction: { kind, targets: [{ id, updatedAt }], keepId, written, importance,
-- reason }. The kinds:
--   merge      ends the targets in favour of keepId, which stays as it is, or of `written`, which gets their accesses
--   summarise  archives the targets in favour of `written`, and relates them to it as its parts
--   rescore    sets the importance of the target
--   archive    archives the target
--   supersede  ends the other target in favour of keepId, which was stated later, says otherwise and stays as it is
--   dispute    notes in the metadata of the first target that it may contradict the others, whose history tells it
-- `written` is a statement as it is stored, with `vectorFrom`: the target that has the same text (null: an embed job makes the vector).
--
-- Returns null if the action is done, by this call or before a crash. Returns a reason, and changes nothing, if a target or keepId changed
-- since the plan was made, if another memory says the same, or if the target may not be ended (pinned, or see devai__can_supersede). Raises
-- lease_lost.
create or replace function public.devai_apply_consolidation(p_job_id uuid, p_worker text, p_action jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_actor constant jsonb := jsonb_build_object('kind', 'job', 'id', p_job_id);
  v_kind text := p_action ->> 'kind';
  v_reason text := p_action ->> 'reason';
  v_keep uuid := (p_action ->> 'keepId')::uuid;
  v_written jsonb := nullif(p_action -> 'written', 'null');
  v_heir uuid := coalesce(v_keep, (v_written ->> 'id')::uuid);
  v_planned uuid[] := array(select (t.one ->> 'id')::uuid from jsonb_array_elements(p_action -> 'targets') as t(one));
  -- those that the action changes
  v_targets uuid[] := case when v_kind = 'dispute' then v_planned[1:1] else array_remove(v_planned, v_keep) end;
  v_id uuid;
  v_before public.devai_memories;
  v_after public.devai_memories;
begin
  perform public.devai__lock_leased_job(p_job_id, p_worker);
  perform public.devai__lock_scopes(array(select m.scope from public.devai_memories m where m.id = any(v_planned)));
  perform public.devai__lock_memories(v_planned);
  if exists (
    select from public.devai_memory_events e
    where e.memory_id = any(v_targets) and e.actor_kind = 'job' and e.actor_id = p_job_id::text and e.action <> 'disputed'
  ) then
    return null;
  end if;
  if exists (
    select from jsonb_array_elements(p_action -> 'targets') as t(one)
    left join public.devai_memories m on m.id = (t.one ->> 'id')::uuid and m.is_valid
      and date_trunc('milliseconds', m.updated_at) = (t.one ->> 'updatedAt')::timestamptz
    where m.id is null
  ) then
    return to_jsonb('changed since the plan was made'::text);
  end if;
  if exists (
    select from public.devai_memories m
    where m.scope = public.devai__scope_of(v_written ->> 'namespace') and m.content_hash = v_written ->> 'contentHash'
      and m.is_valid and m.id <> all(v_targets)
  ) then
    return to_jsonb('another memory says the same by now'::text);
  end if;

  if v_kind = 'rescore' then
    select * into v_before from public.devai_memories m where m.id = v_targets[1];
    update public.devai_memories m
    set importance = (p_action ->> 'importance')::integer, updated_at = public.devai__now()
    where m.id = v_targets[1]
    returning * into v_after;
    perform public.devai__record_event(v_after.id, 'updated', v_reason, v_actor, v_before, v_after);
    return null;
  end if;

  if v_kind = 'dispute' then
    select * into v_before from public.devai_memories m where m.id = v_targets[1];
    update public.devai_memories m
    set metadata = m.metadata || jsonb_build_object('disputes',
        coalesce(m.metadata -> 'disputes', '[]') || to_jsonb(v_planned[2:])), updated_at = public.devai__now()
    where m.id = v_targets[1]
    returning * into v_after;
    perform public.devai__record_event(v_after.id, 'updated', v_reason, v_actor, v_before, v_after);
    perform public.devai__record_event(m.id, 'disputed', v_reason, v_actor, m, m)
    from public.devai_memories m where m.id = any(v_planned[2:]);
    return null;
  end if;

  if v_kind = 'supersede' and not exists (
    select from public.devai_memories t
    join public.devai_memories later on later.id = v_keep and later.scope = t.scope
    where t.id = v_targets[1] and not t.pinned and public.devai__can_supersede(t, to_jsonb(later), later.created_at)
  ) then
    return to_jsonb('it may not be ended by the other'::text);
  end if;

  foreach v_id in array v_targets loop
    perform public.devai__end_memory(v_id,
      case v_kind when 'merge' then 'merged' when 'supersede' then 'superseded' else 'archived' end, v_heir, v_reason, v_actor);
  end loop;
  if v_written is null then
    return null;
  end if;
  select v_written || jsonb_build_object('vector', m.embedding::text, 'embeddingModel', m.embedding_model) into v_written
  from (select (v_written ->> 'vectorFrom')::uuid as id) f left join public.devai_memories m on m.id = f.id;
  perform public.devai__add_candidate(v_written, v_reason, v_actor);
  if v_kind = 'merge' then
    update public.devai_memories m
    set access_count = used.accesses, strength = used.strength, last_accessed_at = used.last_accessed_at
    from (
      select sum(t.access_count) over () as accesses, t.strength, t.last_accessed_at
      from public.devai_memories t where t.id = any(v_targets)
      order by t.fades_at desc, t.id limit 1
    ) used
    where m.id = v_heir;
  else
    perform public.devai__relate(t.id, 'part_of', v_heir, v_actor) from unnest(v_targets) as t(id);
  end if;
  return null;
end $$;
