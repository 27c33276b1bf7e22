-- Where a statement may stand, for who is going to forget it: { messages, summaries }. p_words holds, for each wording of it, the words that
-- count. Messages: those of its evidence (p_evidence: [{ sessionId, messages }]), those that were marked as taken with it, those of
-- these sessions, of p_session_ids and of the sessions in which it was in a prompt (metadata: { recalled }) that hold at least
-- p_least_share of the words of a wording, and those of any other that hold all of them, when it has several, or are too long to be
-- indexed whole and hold the text as it is. Summaries ({ session_id, summary }): of the sessions of all these. told_sessions: where it was in a
-- prompt.
create or replace function public.devai_find_mentions(
  p_memory_id uuid, p_words jsonb, p_evidence jsonb, p_session_ids uuid[], p_least_share double precision
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_told uuid[] := array(
    select distinct m.session_id from public.devai_messages m
    where m.metadata ? 'recalled' and m.metadata -> 'recalled' ? p_memory_id::text);
  v_sessions uuid[];
  v_patterns text[] := (
    select public.devai__text_patterns(public.devai__forgotten_texts(m, false)) from public.devai_memories m where m.id = p_memory_id);
  v_found uuid[];
begin
  perform public.devai__check_evidence(p_evidence);
  v_sessions := p_session_ids || v_told || array(
    select (e.item ->> 'sessionId')::uuid from jsonb_array_elements(p_evidence) as e(item)
    union select m.session_id from public.devai_messages m
      where m.marks <> '[]' and m.marks @> jsonb_build_array(jsonb_build_object('memory_id', p_memory_id)));
  v_found := array(
    with wording as (
      select array(select jsonb_array_elements_text(w.words)) as words from jsonb_array_elements(p_words) as w(words)
    ), found as (
      select m.id from public.devai_messages m
      join jsonb_array_elements(p_evidence) as e(item) on m.session_id = (e.item ->> 'sessionId')::uuid
        and e.item -> 'messages' @> to_jsonb(m.number)
      union
      select m.id from public.devai_messages m
      where m.marks <> '[]' and m.marks @> jsonb_build_array(jsonb_build_object('memory_id', p_memory_id))
      union
      select m.id from wording w
      join public.devai_messages m on m.words @@ public.devai__all_words_query(w.words)
      where cardinality(w.words) > 1
      union
      select m.id from public.devai_messages m
      where length(m.words) >= 2000 and concat('"', m.content, '"', m.tool_calls) like any (v_patterns)
      union
      select m.id from wording w
      join public.devai_messages m on m.session_id = any(v_sessions)
      where m.words @@ public.devai__any_word_query(w.words) and p_least_share * cardinality(w.words)
        <= (select count(*) from unnest(w.words) as one(word) where one.word = any(tsvector_to_array(m.words)))
    )
    select f.id from found f);
  return jsonb_build_object(
    'told_sessions', to_jsonb(v_told),
    'messages', (
      select coalesce(jsonb_agg(public.devai__message_json(m) order by m.session_id, m.number), '[]')
      from public.devai_messages m where m.id = any(v_found)),
    'summaries', (
      select coalesce(jsonb_agg(jsonb_build_object('session_id', s.id, 'summary', s.summary) order by s.id), '[]')
      from public.devai_sessions s
      where s.summary is not null
        and (s.id = any(v_sessions) or s.id in (select m.session_id from public.devai_messages m where m.id = any(v_found)))));
end $$;
