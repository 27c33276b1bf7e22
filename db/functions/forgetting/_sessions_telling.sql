-- The sessions that may repeat what is to be forgotten, without those of other users: p_own, which it stands in, those that had one of p_recalled (ids of memories, and
-- `<session>/<number>` of messages) in a prompt, and all that continue one of these, because their first message repeats earlier ones.
-- Messages note what was in their prompt (metadata: { recalled }); those of older programs note memories only, so stored contexts are
-- searched too.
create or replace function public.devai__sessions_telling(p_own uuid[], p_recalled text[]) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    with recursive told as (
      (select o.id as session_id from unnest(p_own) as o(id)
      union select m.session_id from public.devai_messages m
      where m.metadata ? 'recalled' and m.metadata -> 'recalled' ?| p_recalled
      union select p.session_id from public.devai_context_parts p
      where p.mentions <> '{}' and p.mentions && p_recalled)
      union
      select s.id from public.devai_sessions s join told t on s.handed_over_from = t.session_id
    )
    select t.session_id from told t left join public.devai_sessions s on s.id = t.session_id where public.devai__is_own(s.user_id));
end $$;
