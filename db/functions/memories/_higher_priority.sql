-- The higher of two priorities: highest, high, medium, low.
create or replace function public.devai__higher_priority(p_one text, p_other text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when array_position(array['highest', 'high', 'medium', 'low'], p_one)
      <= array_position(array['highest', 'high', 'medium', 'low'], p_other) then p_one
    else p_other
  end;
end $$;
