-- The prefix of a scope's words in the index, 5 hexadecimal digits: looking up a word reads one scope and not the whole table.
-- Two scopes may share a tag, so rows are always compared by their scope as well.
create or replace function public.devai__scope_tag(p_scope text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return left(encode(sha256(convert_to(p_scope, 'UTF8')), 'hex'), 5);
end $$;
