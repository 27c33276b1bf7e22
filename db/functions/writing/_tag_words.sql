-- The words of a memory as devai_memories.words holds them: each behind the tag of its scope.
create or replace function public.devai__tag_words(p_scope text, p_words text[]) returns tsvector
language plpgsql immutable set search_path = '' as $$
declare
  v_tag text := public.devai__scope_tag(p_scope);
begin
  return public.devai__word_vector(array(select v_tag || w.word from unnest(p_words) as w(word) where w.word <> ''));
end $$;
