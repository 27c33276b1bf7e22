-- What may hold a text that somebody wrote, of a row of devai_messages.
create or replace function public.devai__message_texts(p_message public.devai_messages) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('content', p_message.content, 'tool_calls', p_message.tool_calls, 'metadata', p_message.metadata);
end $$;
