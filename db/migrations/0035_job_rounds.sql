-- Additive: code from before this migration claims by age alone, and numbers no claim.
-- Claims go round the users: the next one is for the first user after that of the last claim (devai_claim_job).
alter table public.devai_jobs add column claim_number bigint;
create index devai_jobs_claimed on public.devai_jobs (claim_number desc) where claim_number is not null;
create index devai_jobs_of_user on public.devai_jobs (user_id, run_at, created_at) where status in ('waiting', 'running');
drop index public.devai_jobs_due;
