-- Adds items to one of the lists that the user chose for a session (p_list: pinned, excluded, hidden), or removes them. Pinning an item
-- removes it from the excluded ones, and vice versa. Returns the choices. Raises not_found, and invalid_input for more than 100
-- items in a list. Idempotent.
create or replace function public.devai_choose_for_session(p_user text, p_session_id uuid, p_list text, p_items jsonb, p_chosen boolean)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_choices jsonb := (public.devai__lock_session(p_session_id)).choices;
  v_other text := case p_list when 'pinned' then 'excluded' when 'excluded' then 'pinned' end;
  v_without jsonb := coalesce((
    select jsonb_agg(o.item order by o.position)
    from jsonb_array_elements(v_choices -> p_list) with ordinality as o(item, position)
    where not p_items @> jsonb_build_array(o.item)), '[]');
begin
  v_choices := jsonb_set(v_choices, array[p_list], case when p_chosen then v_without || p_items else v_without end);
  if p_chosen and v_other is not null then
    v_choices := jsonb_set(v_choices, array[v_other], coalesce((
      select jsonb_agg(o.item order by o.position)
      from jsonb_array_elements(v_choices -> v_other) with ordinality as o(item, position)
      where not p_items @> jsonb_build_array(o.item)), '[]'));
  end if;
  if jsonb_array_length(v_choices -> p_list) > 100 then
    raise exception using errcode = '22DV1', message = format('%s: a session can have at most 100', p_list);
  end if;
  update public.devai_sessions set choices = v_choices where id = p_session_id;
  return v_choices;
end $$;
