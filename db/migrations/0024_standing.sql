-- Two more categories, `profile` (who the user is) and `rule` (what always or never to do). With `preference` they are the standing
-- memories, which every prompt shows (devai_list_standing).
alter table public.devai_memories drop constraint devai_memories_category_check,
  add constraint devai_memories_category_check check (category in ('decision', 'plan', 'architecture', 'component', 'task',
    'code_knowledge', 'preference', 'profile', 'rule', 'other'));

-- Until now, what users told about themselves was filed as `other` under devai/user/profile. Valid memories there become `profile`, without
-- an event in their history: nothing of what they say changes, and a person can file each of them anew.
update public.devai_memories set category = 'profile'
where is_valid and category = 'other' and scope = 'devai/user' and namespace || '/' ^@ 'devai/user/profile/';

-- In the order in which they are chosen: what the user stated first, then by importance, then the newest.
create index devai_memories_standing on public.devai_memories
  (scope, category, ((trust = 'user' or source = 'user_stated')) desc, importance desc, created_at desc, id)
  where is_valid and trust <> 'tool' and category in ('profile', 'preference', 'rule');
