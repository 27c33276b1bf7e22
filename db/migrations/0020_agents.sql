-- Memories that only one agent reads (devai/agent/<name>) get a scope of their own, like those of a project. Before Postgres 17 the
-- expression of a generated column cannot be changed, so the column is dropped and added again, with its indexes.
alter table public.devai_memories drop constraint devai_memories_namespace_check,
  add constraint devai_memories_namespace_check
    check (char_length(namespace) <= 200 and namespace ~ '^devai/(global|user|(project|agent)/[^/]+)(/[^/]+)*$');
do $$
declare
  v_indexes text[] := array(
    select pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = 'public.devai_memories'::regclass and a.attname = 'scope');
  v_index text;
begin
  alter table public.devai_memories drop column scope;
  alter table public.devai_memories add column scope text not null generated always as (
    case when split_part(namespace, '/', 2) in ('project', 'agent')
      then 'devai/' || split_part(namespace, '/', 2) || '/' || split_part(namespace, '/', 3)
      else 'devai/' || split_part(namespace, '/', 2)
    end) stored;
  foreach v_index in array v_indexes loop
    execute v_index;
  end loop;
end $$;

-- The session that this one continues, after a handoff.
alter table public.devai_sessions add column handed_over_from uuid;
create index devai_sessions_handed_over on public.devai_sessions (handed_over_from) where handed_over_from is not null;
