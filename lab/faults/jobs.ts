import type { Mutation } from './mutation.ts';

const claimJob = 'db/functions/jobs/claim_job.sql';
const nextJob = 'db/functions/jobs/_next_job.sql';
const failJob = 'db/functions/jobs/fail_job.sql';
const moveWatermark = 'db/functions/sessions/_move_watermark.sql';
const enqueueDue = 'db/functions/jobs/enqueue_due_extractions.sql';
const applyDecisions = 'db/functions/jobs/apply_decisions.sql';
const tests = ['packages/memory/contract/jobs'];
const sessions = ['packages/memory/contract/sessions', 'packages/memory/contract/nothing-is-lost'];
const applying = ['packages/memory/contract/memories-applying'];

/** Faults in which worker runs a job, when and how often, and in the effects that must happen once. */
export const jobs: Mutation[] = [
  {
    name: 'a job is taken up before it is due',
    file: nextJob,
    find: 'and j.run_at <= p_due and (p_job_id is null',
    replace: 'and (p_job_id is null',
    tests,
  },
  {
    name: 'a job is taken out of the hands of a worker that holds it',
    file: nextJob,
    find: "(j.status = 'running' and j.leased_until <= v_now)",
    replace: "(j.status = 'running')",
    tests,
  },
  {
    name: 'a job of a worker that was killed is never taken up again',
    file: nextJob,
    find: "(j.status = 'running' and j.leased_until <= v_now)\n      or (",
    replace: '(',
    tests,
  },
  {
    name: 'while one extraction runs no other session is extracted',
    file: nextJob,
    find: "where other.kind = j.kind and other.key = j.key and other.status = 'running'",
    replace: "where other.kind = j.kind and other.status = 'running'",
    tests,
  },
  {
    name: 'the job that is due last is taken up first',
    file: nextJob,
    find: 'order by j.user_id, j.run_at, j.created_at',
    replace: 'order by j.user_id, j.run_at desc, j.created_at',
    tests,
  },
  {
    name: 'jobs of one user that take long occupy a whole worker',
    file: claimJob,
    find: 'having count(*) >= 2',
    replace: 'having count(*) >= 200',
    tests: [...tests, 'packages/memory/src/background/job-worker'],
  },
  {
    name: 'the daily limit is exceeded by all jobs that run at the same time',
    file: claimJob,
    find: '+ public.devai__tokens_under_way(p_billed_kinds) >=',
    replace: '>=',
    tests: ['packages/memory/contract/ceiling'],
  },
  {
    name: 'what a cheap job may cost is what a dear one of another kind cost',
    file: 'db/functions/jobs/_tokens_under_way.sql',
    find: 'where c.kind = r.kind',
    replace: 'where c.kind <> r.kind',
    tests: ['packages/memory/contract/ceiling'],
  },
  {
    name: "a user's own daily limit is exceeded by all of their jobs that run at the same time",
    file: claimJob,
    find: 'if p_user_token_limit is not null then\n    v_above :=',
    replace: 'if false then\n    v_above :=',
    tests: ['packages/memory/contract/ceiling'],
  },
  {
    name: 'a backlog of one user holds up the jobs of others',
    file: claimJob,
    find: "case when p_job_id is null then coalesce(v_after, '') else '' end",
    replace: "''",
    tests,
  },
  {
    name: 'a job that kills its process has a try too many',
    file: claimJob,
    find: 'if v_job.attempts < p_maximum_attempts then',
    replace: 'if v_job.attempts <= p_maximum_attempts then',
    tests,
  },
  {
    name: 'a day whose limit is used up to the last token buys one job more',
    file: claimJob,
    find: "(v_today ->> 'used')::double precision >= p_daily_token_limit",
    replace: "(v_today ->> 'used')::double precision > p_daily_token_limit",
    tests: ['packages/memory/contract/ceiling', 'packages/memory/src/usage/ceiling'],
  },
  {
    name: 'vectors are made by a worker that has another embedder than the store',
    file: claimJob,
    find: 'if p_embedder is null or p_embedder <> v_embedder then',
    replace: 'if p_embedder is null then',
    tests,
  },
  {
    name: 'each further message moves up a job that waits because it failed',
    file: 'db/functions/jobs/_enqueue_job.sql',
    find: 'case when j.attempts = 0 then least(j.run_at, excluded.run_at) else j.run_at end',
    replace: 'least(j.run_at, excluded.run_at)',
    tests,
  },
  {
    name: 'a job that is enqueued again is put off',
    file: 'db/functions/jobs/_enqueue_job.sql',
    find: 'least(j.run_at, excluded.run_at)',
    replace: 'greatest(j.run_at, excluded.run_at)',
    tests,
  },
  {
    name: 'a job does not wait for its delay',
    file: 'db/functions/jobs/enqueue_job.sql',
    find: 'public.devai__now() + make_interval(secs => p_delay_seconds)',
    replace: 'public.devai__now()',
    tests,
  },
  {
    name: 'a job that failed waits twice as long as it should',
    file: failJob,
    find: 'power(2, v_job.attempts - 1)',
    replace: 'power(2, v_job.attempts)',
    tests,
  },
  {
    name: 'a job that failed waits for the longest delay at least',
    file: failJob,
    find: 'least(p_longest_delay,',
    replace: 'greatest(p_longest_delay,',
    tests,
  },
  {
    name: 'a job that failed has a try too many',
    file: failJob,
    find: 'elsif v_job.attempts < p_maximum_attempts',
    replace: 'elsif v_job.attempts <= p_maximum_attempts',
    tests,
  },
  {
    name: 'an outage uses up a try',
    file: failJob,
    find: 'make_interval(secs => p_first_delay), v_job.attempts - 1,',
    replace: 'make_interval(secs => p_first_delay), v_job.attempts,',
    tests,
  },
  {
    name: 'a shutdown uses up a try',
    file: 'db/functions/jobs/release_job.sql',
    find: 'v_job.attempts - 1',
    replace: 'v_job.attempts',
    tests,
  },
  {
    name: 'what a finished job used is not entered in the ledger',
    file: 'db/functions/jobs/complete_job.sql',
    find: 'perform public.devai_record_usage(p_usage);',
    replace: '',
    tests: ['packages/memory/contract/ledger', 'packages/memory/contract/job-cost'],
  },
  {
    name: 'a lease that is renewed grows by what was left of it',
    file: 'db/functions/jobs/renew_lease.sql',
    find: 'set leased_until = public.devai__now() +',
    replace: 'set leased_until = leased_until +',
    tests,
  },
  {
    name: 'a worker that lost its job can still end it',
    file: 'db/functions/jobs/_lock_leased_job.sql',
    find: "j.status = 'running' and j.leased_by = p_worker",
    replace: "j.status = 'running'",
    tests: [...tests, ...applying],
  },
  {
    name: 'what was read before it was forgotten is stored after it',
    file: applyDecisions,
    find: 'perform public.devai__require_unchanged_marks(p_seen);',
    replace: '',
    tests: ['packages/memory/contract/memories-forgetting'],
  },
  {
    name: 'a repetition of an earlier candidate of its batch is stored beside it',
    file: applyDecisions,
    find: "if v_rows ? (v_decision ->> 'targetId') then",
    replace: "if v_rows ? (v_candidate ->> 'id') then",
    tests: applying,
  },
  {
    name: 'a batch of decisions may lack one for a candidate',
    file: 'db/functions/jobs/_check_decisions.sql',
    find: 'full join jsonb_array_elements(p_decisions)',
    replace: 'right join jsonb_array_elements(p_decisions)',
    tests: applying,
  },
  {
    name: 'the watermark jumps over messages that another job has still to read',
    file: moveWatermark,
    find: 'if v_session.extracted_through <> p_from then',
    replace: 'if v_session.extracted_through > p_from then',
    tests: [...sessions, ...applying],
  },
  {
    name: 'the watermark may be moved beyond the last message',
    file: moveWatermark,
    find: 'p_through > v_session.message_count then',
    replace: 'p_through > v_session.message_count + 1 then',
    tests: [...sessions, ...applying],
  },
  {
    name: 'what was said while an extraction ran is never due',
    file: moveWatermark,
    find: 'set extracted_through = p_through,\n    idle_due_at = case when message_count > p_through then idle_due_at end,',
    replace: 'set extracted_through = p_through,\n    idle_due_at = null,',
    tests: [...sessions, ...applying],
  },
  {
    name: 'a session that ended waits for its idle time as well',
    file: enqueueDue,
    find: 'where least(s.idle_due_at, s.end_due_at) <= v_now',
    replace: 'where greatest(s.idle_due_at, s.end_due_at) <= v_now',
    tests: sessions,
  },
  {
    name: 'messages that come together and pass the number for an extraction make none',
    file: 'db/functions/messages/append_messages.sql',
    find: '(v_above + cardinality(v_added)) / p_every > v_above / p_every',
    replace: '(v_above + cardinality(v_added)) % p_every = 0',
    tests: [...sessions, 'packages/memory/contract/messages'],
  },
];
