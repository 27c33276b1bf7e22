-- A shared entry as TypeScript reads it.
create or replace function public.devai__shared_json(p_entry public.devai_shared) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('position', p_entry.position, 'scope', public.devai__shown_scope(p_entry.scope), 'key', p_entry.key, 'value', p_entry.value,
    'agent', p_entry.agent, 'sessionId', p_entry.session_id, 'createdAt', p_entry.created_at, 'expiresAt', p_entry.expires_at);
end $$;
