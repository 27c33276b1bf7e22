-- The id of the valid memory that currently replaces this one: itself, or the end of the chain of memories that superseded it. Null if
-- there is none, or if it has expired or faded.
create or replace function public.devai__valid_successor(p_id uuid) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
begin
  return (
    with recursive chain as (
      select m.id, m.is_valid, m.superseded_by, 1 as depth from public.devai_memories m where m.id = p_id
      union all
      select m.id, m.is_valid, m.superseded_by, c.depth + 1
      from chain c join public.devai_memories m on m.id = c.superseded_by
      where not c.is_valid and c.depth < 100
    )
    select m.id
    from chain c join public.devai_memories m on m.id = c.id
    where c.is_valid and m.fades_at > v_now and (m.expires_at is null or m.expires_at > v_now)
  );
end $$;
