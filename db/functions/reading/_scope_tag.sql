-- What the words of a scope begin with in the index, so that looking up a word reads what this scope holds and not the whole
-- table: 5 hexadecimal digits. Two scopes may have the same tag; rows are always compared by their scope as well.
create or replace function public.devai__scope_tag(p_scope text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return left(encode(sha256(convert_to(p_scope, 'UTF8')), 'hex'), 5);
end $$;
