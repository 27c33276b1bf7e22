-- Stores the candidates of each section of a context in a text of their own, after the sections, so that the reasons stay when the
-- section's text is forgotten. `body.considered` is the number of these texts.
with considered as materialized (
  select c.id as context, c.session_id, p.used_at, t.place, k.content,
    left(encode(sha256(convert_to(k.content, 'UTF8')), 'hex'), 32) as hash,
    array(select o.candidate ->> 'id' from jsonb_array_elements(s.section -> 'candidates') as o(candidate) where o.candidate ? 'title') as mentions
  from public.devai_contexts c
  cross join lateral jsonb_array_elements_text(c.body -> 'texts') with ordinality as t(hash, place)
  join public.devai_context_parts p on p.session_id = c.session_id and p.hash = t.hash and p.content is not null
  cross join lateral (select p.content::jsonb as section) s
  cross join lateral (
    select jsonb_build_object('type', s.section -> 'type', 'priority', s.section -> 'priority', 'zone', s.section -> 'zone',
      'source', s.section -> 'source', 'candidates', s.section -> 'candidates')::text as content
  ) k
  where t.place between 2 and (c.body ->> 'sections')::integer + 1 and jsonb_array_length(s.section -> 'candidates') > 0
), kept as (
  insert into public.devai_context_parts (session_id, hash, content, mentions, used_at)
  select distinct on (k.session_id, k.hash) k.session_id, k.hash, k.content, k.mentions, k.used_at
  from considered k
  order by k.session_id, k.hash, k.used_at desc
  on conflict do nothing
)
update public.devai_contexts c set body = c.body || jsonb_build_object(
  'considered', n.considered,
  'texts', jsonb_path_query_array(c.body, '$.texts[0 to $n]', n.places) || n.hashes
    || jsonb_path_query_array(c.body, '$.texts[$n + 1 to last]', n.places),
  'conversation', (
    select coalesce(jsonb_agg(
      case jsonb_typeof(e.entry) when 'number' then to_jsonb(e.entry::integer + n.considered) else e.entry end order by e.place), '[]')
    from jsonb_array_elements(c.body -> 'conversation') with ordinality as e(entry, place)))
from public.devai_contexts o
cross join lateral (
  select count(*)::integer as considered, coalesce(jsonb_agg(k.hash order by k.place), '[]') as hashes,
    jsonb_build_object('n', o.body -> 'sections') as places
  from considered k where k.context = o.id
) n
where o.id = c.id;

-- the message that ended a turn held a copy of the same reasons
update public.devai_messages set metadata = metadata - 'recall' where metadata ? 'recall';
