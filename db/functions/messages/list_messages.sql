-- Messages of a session after a number, in ascending order, as an array; with p_pinned_only only pinned ones.
create or replace function public.devai_list_messages(
  p_user text, p_session_id uuid, p_after integer, p_limit integer, p_pinned_only boolean
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  return (
    select coalesce(jsonb_agg(public.devai__message_json(page) order by page.number), '[]')
    from (
      select * from public.devai_messages m
      where m.session_id = p_session_id and m.user_id = v_user and m.number > p_after and (m.pinned or not p_pinned_only)
      order by m.number
      limit p_limit
    ) page
  );
end $$;
