-- Raises invalid_input unless there is exactly one decision, with an action and a reason, for each candidate.
create or replace function public.devai__check_decisions(p_candidates jsonb, p_decisions jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if exists (
    select
    from generate_series(0, jsonb_array_length(p_candidates) - 1) as c(index)
    full join jsonb_array_elements(p_decisions) as d(decision) on (d.decision ->> 'candidate')::integer = c.index
    group by c.index
    having c.index is null or count(*) <> 1
      or bool_or(coalesce(d.decision ->> 'action' not in ('add', 'update', 'delete', 'noop'), true)
        or d.decision ->> 'reason' is null)
  ) then
    raise exception using errcode = '22DV1',
      message = 'decisions: each candidate needs one, with an action (add, update, delete, noop) and a reason';
  end if;
end $$;
