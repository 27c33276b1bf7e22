-- What a job cost: asked for a memory (by the job that made it).
create index devai_usage_job on public.devai_usage (job_id) where job_id is not null;
