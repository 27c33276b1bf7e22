-- What must stand nowhere once a memory is forgotten: every content that it had, as it is and as JSON (the arguments of a tool call)
-- has it; with `p_quotes` also what it quotes from its messages. The longest first, so that none leaves a rest of another.
create or replace function public.devai__forgotten_texts(p_memory public.devai_memories, p_quotes boolean) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    with plain as (
      select p_memory.content as text
      union
      select v.snapshot ->> 'content'
      from public.devai_memory_events e cross join lateral (values (e.before), (e.after)) as v(snapshot)
      where e.memory_id = p_memory.id
      union
      select q.item ->> 'quote' from jsonb_array_elements(p_memory.evidence) as q(item) where p_quotes
    ), form as (
      select p.text from plain p
      union
      select substr(to_jsonb(p.text)::text, 2, length(to_jsonb(p.text)::text) - 2) from plain p
    )
    select f.text from form f where f.text <> '' order by length(f.text) desc, f.text
  );
end $$;
