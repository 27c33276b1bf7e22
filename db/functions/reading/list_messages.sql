-- Messages of a session by number, ascending, from after a number on, as an array.
create or replace function public.devai_list_messages(p_session_id uuid, p_after integer, p_limit integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(public.devai__message_json(page) order by page.number), '[]')
    from (
      select * from public.devai_messages m
      where m.session_id = p_session_id and m.number > p_after
      order by m.number
      limit p_limit
    ) page
  );
end $$;
