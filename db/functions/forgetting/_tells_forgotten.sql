-- Whether a candidate of one of the scopes (null: of any) has one of the texts, or was taken from a message (an item of its evidence, null:
-- none).
create or replace function public.devai__tells_forgotten(
  p_candidate jsonb, p_texts text[], p_scopes text[], p_evidence jsonb
) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(p_candidate -> 'evidence' @> jsonb_build_array(p_evidence), false)
    or (coalesce(p_candidate ->> 'content' = any(p_texts), false)
      and coalesce(public.devai__own_scope(public.devai__scope_of(p_candidate ->> 'namespace')) = any(p_scopes), true));
end $$;
