-- The library folds the optional marks and letter forms of Arabic, Hebrew and Syriac words since this version (text/words.ts). Folds the
-- index words that are stored, so that they are still found; a word of nothing else is dropped. Vectors of hashed words are made anew in
-- the background.
create function public.devai__folded(p_words tsvector, p_tag integer) returns tsvector
language sql immutable set search_path = '' as $$
  select array_to_tsvector(array(
    select f.word from unnest(tsvector_to_array(p_words)) as w(word)
    cross join lateral (
      select translate(
        regexp_replace(w.word, '[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u0711\u0730-\u074A\u0897-\u089F\u08CA-\u08E1\u08E3-\u08FF]', '', 'g'),
        E'\u0622\u0623\u0625\u0671\u0624\u0626\u0649\u06CC\u0629\u06C3\u06C0\u06C1\u06C2\u06D5\u06A9\u06AA\u06D3\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669\u06F0\u06F1\u06F2\u06F3\u06F4\u06F5\u06F6\u06F7\u06F8\u06F9',
        E'\u0627\u0627\u0627\u0627\u0648\u064A\u064A\u064A\u0647\u0647\u0647\u0647\u0647\u0647\u0643\u0643\u06D201234567890123456789')
    ) as f(word)
    where length(f.word) > p_tag))
$$;

-- memories and all others but messages have the tag of their scope, of five characters, before each word
update public.devai_memories set words = public.devai__folded(words, 5),
  embedding = case when embedding_model not like '%hash%' then embedding end,
  embedding_model = case when embedding_model not like '%hash%' then embedding_model end
where words::text ~ '[\u0591-\u074F\u0890-\u08FF]';
update public.devai_gists set words = public.devai__folded(words, 5),
  embedding = case when embedding_model not like '%hash%' then embedding end,
  embedding_model = case when embedding_model not like '%hash%' then embedding_model end
where words::text ~ '[\u0591-\u074F\u0890-\u08FF]';
update public.devai_chunks set words = public.devai__folded(words, 5),
  embedding = case when embedding_model not like '%hash%' then embedding end,
  embedding_model = case when embedding_model not like '%hash%' then embedding_model end
where words::text ~ '[\u0591-\u074F\u0890-\u08FF]';
-- before the messages, whose trigger writes the words of what was said
update public.devai_said set embedding = null, embedding_model = null
where words::text ~ '[\u0591-\u074F\u0890-\u08FF]' and embedding_model like '%hash%';
update public.devai_messages set words = public.devai__folded(words, 0) where words::text ~ '[\u0591-\u074F\u0890-\u08FF]';

drop function public.devai__folded(tsvector, integer);
