-- Whether one of the texts stands in a message: in what was said, in the arguments of a call, in what the host noted beside it.
create or replace function public.devai__message_contains(p_message public.devai_messages, p_texts text[]) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return public.devai__erase_text(p_message.content, p_texts) <> p_message.content
    or public.devai__erase_texts_in(p_message.tool_calls, p_texts, false) <> p_message.tool_calls
    or public.devai__erase_texts_in(p_message.metadata, p_texts, true) <> p_message.metadata;
end $$;
