-- The hash of a gist's text: tells whether a vector was made from the current text.
create or replace function public.devai__gist_hash(p_gist text) returns text
language plpgsql immutable strict set search_path = '' as $$
begin
  return encode(sha256(convert_to(p_gist, 'UTF8')), 'hex');
end $$;
