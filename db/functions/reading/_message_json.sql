create or replace function public.devai__message_json(p_message public.devai_messages) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  p_message.words := null; -- large, and of no use outside
  return to_jsonb(p_message) - 'words';
end $$;
