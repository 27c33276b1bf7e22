-- Raises invalid_input unless evidence is a list of { sessionId (a uuid), messages (whole numbers), quote }. Null passes. What
-- erases a memory's messages relies on this shape.
create or replace function public.devai__check_evidence(p_evidence jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(p_evidence) = 'null' or p_evidence is null then
    return;
  end if;
  if jsonb_typeof(p_evidence) <> 'array' or exists (
    select from jsonb_array_elements(case jsonb_typeof(p_evidence) when 'array' then p_evidence end) as e(item)
    where coalesce(e.item ->> 'sessionId' !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', true)
      or coalesce(jsonb_typeof(e.item -> 'messages') <> 'array', true)
      or coalesce(jsonb_typeof(e.item -> 'quote') <> 'string', true)
      or e.item -> 'messages' @? 'strict $[*] ? (@.type() != "number" || @ != @.floor() || @ < 0 || @ > 2147483647)'
  ) then
    raise exception using errcode = '22DV1',
      message = 'evidence: needs to be a list of { sessionId, messages, quote }';
  end if;
end $$;
