-- Removes what is being forgotten from jobs: memories, or a message (p_evidence: { sessionId, messages: [number] }):
--   - jobs about one of them are deleted
--   - candidates of p_scopes (null: all) with one of the texts, and those that were taken from the message, are removed
--   - gists that wait to be stored are removed, because any may paraphrase one of them
--   - consolidation plans that name one of them are emptied, so that the job plans again
--   - reasons in results that name one of them are replaced
-- A running job that holds such a candidate or plan is taken from its worker, as after a crash, and runs again without it.
create or replace function public.devai__erase_from_jobs(
  p_ids uuid[], p_texts text[], p_scopes text[], p_evidence jsonb
) returns void
language plpgsql set search_path = '' as $$
declare
  v_job record;
  v_left jsonb;
begin
  delete from public.devai_jobs j where j.status <> 'running' and j.payload ->> 'memoryId' = any(p_ids::text[]);

  for v_job in
    select j.* from public.devai_jobs j
    where (public.devai__is_own(j.user_id) and exists (
        select from jsonb_path_query(j.payload, '$.candidates[*]') as c(candidate)
        where public.devai__tells_forgotten(c.candidate, p_texts, p_scopes, p_evidence)))
      or (j.kind = 'consolidate' and exists (select from unnest(p_ids) as i(id) where strpos(j.payload::text, i.id::text) > 0))
    order by j.id for update
  loop
    v_left := (
      select coalesce(jsonb_agg(c.candidate order by c.position), '[]')
      from jsonb_array_elements(v_job.payload -> 'candidates') with ordinality as c(candidate, position)
      where not public.devai__tells_forgotten(c.candidate, p_texts, p_scopes, p_evidence));
    update public.devai_jobs j
    set payload = case j.kind when 'consolidate' then '{}' else jsonb_set(j.payload, '{candidates}', v_left) end
    where j.id = v_job.id;
    continue when v_job.status <> 'running';
    if exists (select from public.devai_jobs other
      where other.kind = v_job.kind and other.key = v_job.key and other.status = 'waiting') then
      update public.devai_jobs j
      set status = 'dead', leased_by = null, leased_until = null, error = 'its memory was forgotten', finished_at = public.devai__now()
      where j.id = v_job.id;
    else
      update public.devai_jobs j
      set status = 'waiting', leased_by = null, leased_until = null, attempts = greatest(j.attempts - 1, 0), run_at = public.devai__now()
      where j.id = v_job.id;
    end if;
  end loop;

  update public.devai_jobs j set payload = j.payload - 'gist' where j.payload ? 'gist' and public.devai__is_own(j.user_id);

  update public.devai_jobs j
  set result = jsonb_set(j.result, '{applied}', (
    select jsonb_agg(case
      when a.applied ->> 'memoryId' = any(p_ids::text[]) or a.applied ->> 'previousId' = any(p_ids::text[])
        then a.applied || '{ "reason": "[forgotten]" }' else a.applied end order by a.position)
    from jsonb_array_elements(j.result -> 'applied') with ordinality as a(applied, position)))
    || case when j.result ? 'reason' then '{ "reason": "[forgotten]" }'::jsonb else '{}' end
  where exists (
    select from jsonb_path_query(j.result, '$.applied[*].*') as v(value) where v.value #>> '{}' = any(p_ids::text[]));
end $$;
