-- A host may add categories of its own. Which ones it declares is checked where memories are written; the table takes every name of their
-- form, so that memories stay whose category is no longer declared.
alter table public.devai_memories drop constraint devai_memories_category_check,
  add constraint devai_memories_category_check
    check (char_length(category) <= 40 and category ~ '^[a-z][a-z0-9]*(_[a-z0-9]+)*$');
