-- Pins a message, so that no compaction replaces it, or unpins it. Returns the message. Raises not_found, and invalid_input for a
-- tool call or result, because each is useless without the other. Idempotent.
create or replace function public.devai_pin_message(p_user text, p_session_id uuid, p_number integer, p_pinned boolean) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_message public.devai_messages;
begin
  update public.devai_messages m set pinned = p_pinned
  where m.session_id = p_session_id and m.number = p_number and m.user_id = v_user
  returning * into v_message;
  if not found then
    raise exception using errcode = '22DV2', message = format('there is no message %s in session %s', p_number, p_session_id);
  end if;
  if p_pinned and v_message.type in ('tool_call', 'tool_result') then
    raise exception using errcode = '22DV1', message = format('number: message %s belongs to a tool call, and cannot be pinned', p_number);
  end if;
  return public.devai__message_json(v_message);
end $$;
