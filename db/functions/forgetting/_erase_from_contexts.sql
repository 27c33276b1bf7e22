-- Erases the texts of contexts that mention something. Mentions are memory ids, `<session>/<message number>`, `summary/<session>`,
-- `state/<session>`, `gist/<session>`, `documents/<chunk>` and `shared/<position>`. The contexts stay, and show that a text was forgotten.
-- The caller holds locks on what is mentioned (see devai_keep_contexts).
create or replace function public.devai__erase_from_contexts(p_mentions text[]) returns void
language plpgsql set search_path = '' as $$
begin
  update public.devai_context_parts p set content = null, mentions = '{}'
  where p.mentions <> '{}' and p.mentions && p_mentions;
end $$;
