-- What may hold a text that somebody wrote, of a row of devai_memory_events.
create or replace function public.devai__event_texts(p_event public.devai_memory_events) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('reason', p_event.reason, 'before', p_event.before, 'after', p_event.after);
end $$;
