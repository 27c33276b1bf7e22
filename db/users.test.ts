import { expect, it } from 'vitest';
import { readSource } from './read-source.ts';
import { isInternal } from './source-files.ts';

/** What acts for the store, not for one user: operators and workers call it. A function that is not listed needs a user. */
const withoutUser = [
  // the work of jobs: those that write for a user take the one of the job
  ...[
    'apply_consolidation',
    'apply_decision_to_stored',
    'apply_decisions',
    'claim_job',
    'complete_job',
    'count_open_jobs',
  ],
  ...['enqueue_due_extractions', 'fail_job', 'finish_consolidation', 'keep_in_job', 'list_for_consolidation'],
  ...['measure_memories', 'release_job', 'renew_lease', 'retry_failed_jobs'],
  // the store as a whole: upkeep, transfer, redaction, settings, the ledger
  ...[
    'claim_setting',
    'count_forgotten',
    'count_tokens_today',
    'count_unembedded',
    'decay',
    'end_orphaned_sessions',
  ],
  ...[
    'export_rows',
    'get_setting',
    'get_store_stats',
    'get_versions',
    'import_rows',
    'list_texts',
    'list_unembedded',
    'purge_expired',
    'push_setting',
  ],
  ...['record_usage', 'replace_texts', 'set_embeddings', 'set_setting'],
  // users as a whole
  ...['list_users', 'owner_of_id'],
  // projects are everybody's
  ...['delete_project', 'name_project'],
];

it('every public function has a user, or is one for operators and workers', async () => {
  const open = (await publicFunctions()).filter(({ text }) => !/\(\s*p_user text/.test(text));
  expect(open.map(({ name }) => name).toSorted()).toEqual(withoutUser.toSorted());
});

it('what has a user sets it before anything else', async () => {
  const withUser = (await publicFunctions()).filter(({ text }) => /\bp_user\b/.test(text));
  expect(withUser.length).toBeGreaterThan(60);
  for (const { name, text } of withUser) {
    expect(text, name).toMatch(/\(\s*p_user text[,)]/);
    expect(text, name).toMatch(
      /\bas \$\$\ndeclare\n {2}v_user constant text := public\.devai__as_user\(p_user\);\n/,
    );
  }
});

it('what acts for the user of a job sets it before anything else', async () => {
  const source = await publicFunctions();
  for (const name of ['apply_decisions', 'apply_decision_to_stored']) {
    expect(source.find((one) => one.name === name)?.text).toMatch(
      /\nbegin\n {2}perform public\.devai__as_user\(\(public\.devai__lock_leased_job\(p_job_id, p_worker\)\)\.user_id\);\n/,
    );
  }
});

const publicFunctions = async () => (await readSource()).functions.filter((file) => !isInternal(file));
