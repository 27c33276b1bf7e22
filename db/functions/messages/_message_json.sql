-- A message as TypeScript reads it, without its words.
create or replace function public.devai__message_json(p_message public.devai_messages) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_message.id, 'sessionId', p_message.session_id, 'project', p_message.project, 'number', p_message.number,
    'role', p_message.role, 'type', p_message.type, 'content', p_message.content, 'toolCalls', p_message.tool_calls,
    'toolCallId', p_message.tool_call_id, 'tokens', p_message.tokens, 'contentHash', p_message.content_hash,
    'pinned', p_message.pinned, 'metadata', p_message.metadata, 'marks', p_message.marks, 'createdAt', p_message.created_at);
end $$;
