-- The p_limit most important memories of some scopes (by importance, then the latest to fade, then the newest), for a question about
-- everything. Among those of importance 8 and up are also statements of users about themselves in p_told_scopes ("I …", "mein …", "ผม…"),
-- which are filed where they were made. Adds the pinned memories of p_pinned_scopes (of more than 150 the most important). Returns an
-- array like that of devai_match_memories, without scores. Only valid, unexpired, not faded memories. Raises invalid_input for a limit
-- outside 1 to 1,000.
--
-- Important memories are read by their index; a scope with fewer than p_limit of them is read whole.
create or replace function public.devai_list_important_memories(
  p_user text, p_scopes text[], p_told_scopes text[], p_pinned_scopes text[], p_limit integer
) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_now timestamptz := public.devai__now();
  v_ids uuid[];
begin
  p_scopes := public.devai__own_scopes(p_scopes);
  p_told_scopes := public.devai__own_scopes(p_told_scopes);
  p_pinned_scopes := public.devai__own_scopes(p_pinned_scopes);
  if p_limit is null or p_limit not between 1 and 1000 then
    raise exception using errcode = '22DV1', message = 'limit: must be 1 to 1,000';
  end if;
  v_ids := array(
    select m.id from public.devai_memories m
    where m.scope = any(p_scopes || p_told_scopes) and m.is_valid and m.importance >= 8
      and (m.scope = any(p_scopes) or (m.source = 'user_stated'
        and m.content ~* '^((i|i[''’](m|ve|d|ll)|my|ich|mein|meine|meiner|meinem|meinen|mir|mich)\M|(ฉัน|ผม|ดิฉัน|หนู))'))
      and m.fades_at > v_now and (m.expires_at is null or m.expires_at > v_now)
    order by m.importance desc, m.fades_at desc, m.created_at desc, m.id limit p_limit);
  if cardinality(v_ids) < p_limit then
    v_ids := v_ids || array(
      select m.id from public.devai_memories m
      where m.scope = any(p_scopes) and m.is_valid and m.importance < 8
        and m.fades_at > v_now and (m.expires_at is null or m.expires_at > v_now)
      order by m.importance desc, m.fades_at desc, m.created_at desc, m.id limit p_limit - cardinality(v_ids));
  end if;
  v_ids := v_ids || array(
    select m.id from public.devai_memories m
    where m.scope = any(p_pinned_scopes) and m.is_valid and m.pinned
      and m.fades_at > v_now and (m.expires_at is null or m.expires_at > v_now)
    order by m.importance desc, m.id limit 150);
  return (
    select coalesce(json_agg(json_build_object('memory', public.devai__memory_json_text(m, v_now), 'similarity', null,
      'wordScore', null, 'wordShare', null, 'sharesRareWord', false, 'searched', 0)), '[]')
    from public.devai_memories m
    where m.id = any(v_ids)
  );
end $$;
