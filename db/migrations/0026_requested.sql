-- What the user asked to remember, of no other category: every prompt shows it beside the standing memories (devai_list_standing), the most
-- important and newest first.
create index devai_memories_requested on public.devai_memories (scope, importance desc, created_at desc, id)
  where is_valid and trust = 'user' and category = 'other' and metadata ->> 'requested' = 'true';
