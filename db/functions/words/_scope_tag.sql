-- The prefix of a scope's words in the index, 5 hexadecimal digits: a lookup then reads the words of one scope, not of the whole table.
-- Two scopes may share a tag, so callers compare the scope of each row as well.
create or replace function public.devai__scope_tag(p_scope text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return left(encode(sha256(convert_to(p_scope, 'UTF8')), 'hex'), 5);
end $$;
