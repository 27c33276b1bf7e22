-- Stores vectors ([{ id, contentHash, vector }]) of one embedder for memories, gists, messages and chunks. Skips those whose text changed
-- or that already have a vector of this embedder. Returns how many were stored. Raises invalid_input, and conflict if the store was moved
-- to another embedder, because two processes would otherwise overwrite each other's vectors forever.
create or replace function public.devai_set_embeddings(p_embedding_model text, p_vectors jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_count integer;
  v_gists integer;
  v_said integer;
  v_chunks integer;
begin
  if exists (select from public.devai_settings s where s.key = 'embedder' and s.value ->> 'id' <> p_embedding_model) then
    raise exception using errcode = '22DV3', message = format('the store no longer uses the embedder %s', p_embedding_model);
  end if;
  update public.devai_gists g
  set embedding = (v.item ->> 'vector')::extensions.halfvec(512), embedding_model = p_embedding_model
  from jsonb_array_elements(p_vectors) as v(item)
  join public.devai_sessions s on s.id = (v.item ->> 'id')::uuid
  where g.session_id = s.id and public.devai__gist_hash(s.gist) = v.item ->> 'contentHash'
    and g.embedding_model is distinct from p_embedding_model;
  get diagnostics v_gists = row_count;
  update public.devai_said s
  set embedding = (v.item ->> 'vector')::extensions.halfvec(512), embedding_model = p_embedding_model
  from jsonb_array_elements(p_vectors) as v(item)
  join public.devai_messages m on m.id = (v.item ->> 'id')::uuid
  where s.message_id = m.id and m.content_hash = v.item ->> 'contentHash' and s.embedding_model is distinct from p_embedding_model;
  get diagnostics v_said = row_count;
  update public.devai_chunks c
  set embedding = (v.item ->> 'vector')::extensions.halfvec(512), embedding_model = p_embedding_model
  from jsonb_array_elements(p_vectors) as v(item)
  where c.id = (v.item ->> 'id')::uuid and c.content_hash = v.item ->> 'contentHash'
    and c.embedding_model is distinct from p_embedding_model;
  get diagnostics v_chunks = row_count;
  -- last, as whatever forgets: it changes what was said, and then memories
  perform public.devai__lock_memories(array(select (v.item ->> 'id')::uuid from jsonb_array_elements(p_vectors) as v(item)));
  update public.devai_memories m
  set embedding = (v.item ->> 'vector')::extensions.halfvec(512), embedding_model = p_embedding_model
  from jsonb_array_elements(p_vectors) as v(item)
  where m.id = (v.item ->> 'id')::uuid and m.content_hash = v.item ->> 'contentHash'
    and m.embedding_model is distinct from p_embedding_model;
  get diagnostics v_count = row_count;
  return to_jsonb(v_count + v_gists + v_said + v_chunks);
end $$;
