-- Indexes the current gist of a session: by its words (p_words) at once, by its vector as soon as an embed job has filled it in. Removes
-- the index entry of a session without a gist.
create or replace function public.devai__index_gist(p_session_id uuid, p_words jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  v_scope text;
begin
  delete from public.devai_gists g where g.session_id = p_session_id;
  select 'gist/' || coalesce(s.project, '') || case when s.user_id <> 'me' then '@' || s.user_id else '' end into v_scope from public.devai_sessions s where s.id = p_session_id and s.gist is not null;
  if found then
    insert into public.devai_gists (session_id, scope, words, word_count, created_at)
    values (p_session_id, v_scope, public.devai__tag_words(v_scope, public.devai__text_array('words', p_words)),
      greatest(jsonb_array_length(p_words), 1), public.devai__now());
  end if;
end $$;
