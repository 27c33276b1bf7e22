-- The evidence of a memory as the user of this transaction may see it: without the quotes of what other users said. What was said in a
-- session that is not here is shown to `me` alone.
create or replace function public.devai__shown_evidence(p_evidence jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user text := public.devai__user();
begin
  if v_user is null or p_evidence is null or p_evidence = '[]' or not exists (
    select from jsonb_array_elements(p_evidence) as e(item)
    left join public.devai_sessions s on s.id = (e.item ->> 'sessionId')::uuid
    where coalesce(s.user_id, 'me') <> v_user)
  then
    return p_evidence;
  end if;
  return (
    select jsonb_agg(case when coalesce(s.user_id, 'me') <> v_user then e.item || '{ "quote": "" }' else e.item end order by e.place)
    from jsonb_array_elements(p_evidence) with ordinality as e(item, place)
    left join public.devai_sessions s on s.id = (e.item ->> 'sessionId')::uuid);
end $$;
