-- Imports topics with the sessions that touched them. Skips a topic whose id exists, or whose name is active in its project. Returns
-- how many were added.
create or replace function public.devai__import_topics(p_rows jsonb) returns integer
language plpgsql set search_path = '' as $$
declare
  v_ids uuid[];
begin
  with added as (
    insert into public.devai_recent_topics
    select t.* from jsonb_array_elements(p_rows) as r(row)
    cross join lateral jsonb_populate_record(null::public.devai_recent_topics, '{ "user_id": "me" }' || r.row) t
    where not public.devai__was_erased(t.user_id, t.created_at)
    on conflict do nothing
    returning id
  )
  select array_agg(id) into v_ids from added;
  insert into public.devai_topic_sessions (topic_id, session_id)
  select (r.row ->> 'id')::uuid, s.id::uuid
  from jsonb_array_elements(p_rows) as r(row)
  cross join lateral jsonb_array_elements_text(r.row -> 'sessions') as s(id)
  where (r.row ->> 'id')::uuid = any(v_ids)
  on conflict do nothing;
  return coalesce(cardinality(v_ids), 0);
end $$;
