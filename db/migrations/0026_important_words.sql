-- What the user said and what matters much, of no other category: every prompt shows it beside the standing memories
-- (devai_list_standing), the most important and newest first.
create index devai_memories_important_words on public.devai_memories (scope, importance desc, created_at desc, id)
  where is_valid and category = 'other' and trust = 'user' and importance >= 8 and evidence <> '[]';
