-- A context as TypeScript reads it, without texts; with the beginning of the message that its turn answers, unless that was forgotten.
create or replace function public.devai__context_json(p_context public.devai_contexts) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_context.id, 'sessionId', p_context.session_id, 'project', p_context.project, 'turn', p_context.turn,
    'step', p_context.step, 'question', p_context.question, 'hash', p_context.hash, 'model', p_context.model,
    'tokens', p_context.tokens, 'budget', p_context.budget, 'body', p_context.body, 'createdAt', p_context.created_at,
    'asked', (
      select nullif(left(m.content, 300), '') from public.devai_messages m
      where m.session_id = p_context.session_id and m.number = p_context.question and not m.marks @> '[{ "kind": "forgotten" }]'));
end $$;
